#ifndef GESTURED_CWEB_H
#define GESTURED_CWEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/*
 * The uid of the process at the other end of an established connection between these addresses; -1 where the kernel does not know
 * it, and for ends without ports. The kernel's answer counts only while that end is open: it says 0, root, of an end that is closed.
 */
int64_t cweb_peer_user(const struct sockaddr *peer, const struct sockaddr *own);

/* Whether a user is a member of a group, by its first group or by the list of the group. */
bool cweb_is_member(uint32_t user, const char *group);

/* The file at a path below a folder. */
typedef struct {
  int descriptor;
  bool is_folder;
  int64_t size;
  int64_t modified;
  uint64_t node;
} cweb_file;

/*
 * Opens a file or a folder whose path, after all links, lies below the folder and has no hidden part there. The folder must be free of
 * links. Returns 0 or an error number; ENOENT also for anything that is neither a file nor a folder.
 */
int cweb_open_below(const char *folder, const char *path, cweb_file *file);

/* The path of a folder without links, to free by the caller; NULL with errno. */
char *cweb_real_path(const char *path);

/* Writes a file with mode 0640 and that group, where the group exists. Returns 0 or an error number. */
int cweb_write_token(const char *path, const char *group, const char *text, size_t length);

/* Whether a socket is there, and its access rights let this process connect. */
bool cweb_may_connect(const char *path);

/* A run of gestured that prints the lines of a recording: their pipe, and a file in memory with gestured's messages. */
typedef struct {
  int process;
  int lines;
  int messages;
} cweb_replay;

/*
 * Starts `gestured --replay` of a recording, with 10 s of processor time, 128 MiB and no file that it can write. gestured lies beside
 * this program or in the search path. Returns 0 or an error number. The caller owns the descriptors.
 */
int cweb_start_replay(const void *recording, size_t length, cweb_replay *replay);

/*
 * The exit code of a replay that has ended, 128 and the signal for one that a signal has ended; -1 while it runs. The exit code is
 * 127 where there is no gestured.
 */
int cweb_replay_end(const cweb_replay *replay);

/* The messages of a replay that has ended. Returns their number of bytes. Closes the file. */
size_t cweb_replay_messages(const cweb_replay *replay, void *bytes, size_t capacity);

/* Writes a text to standard error, which Swift takes for a variable that threads could change. */
void cweb_write_error(const char *text);

/* Tells systemd of a state, such as READY=1. Does nothing without NOTIFY_SOCKET. */
void cweb_notify(const char *state);

/* The number of sockets that systemd passes, from descriptor 3; 0 where none are for this process. */
int cweb_passed_sockets(void);

/*
 * From now on the C library overwrites memory when it is freed. It keeps pieces of up to 1 KiB for the next use, and these stay
 * as they are.
 */
void cweb_clear_freed_memory(void);

/*
 * Takes from root, and from its later children, the rights that a live view does not need. Left are the reading of programs, of the
 * assets and of /proc, and the capability that reaches a closed socket. The user stays root, as the daemon names other clients'
 * declarations only to root. A kernel without Landlock (before 5.13) leaves the files as they are. For a process without threads.
 * Returns 0 or an error number.
 */
int cweb_confine_root(const char *assets);

/* Blocks SIGTERM, SIGINT and SIGHUP in this thread and its later children; ignores SIGPIPE. */
void cweb_block_signals(void);

/* Waits for one of those signals. */
int cweb_wait_signal(void);

#endif
