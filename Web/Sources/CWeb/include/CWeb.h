#ifndef GESTURED_CWEB_H
#define GESTURED_CWEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An end of a TCP connection: 4 or 16 bytes of the address, and the port of the host's order. */
typedef struct {
  int family;
  uint8_t address[16];
  uint16_t port;
} cweb_end;

/*
 * The uid of the process at the other end of an established connection; -1 where the kernel does not know it. The kernel's
 * answer counts only while that end is open: it says 0, root, of an end that is closed.
 */
int64_t cweb_peer_user(cweb_end peer, cweb_end own);

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
 * Opens a file or a folder whose path, after all links, lies below the folder. The folder must be free of links. Returns 0 or
 * an error number; ENOENT also for anything that is neither a file nor a folder.
 */
int cweb_open_below(const char *folder, const char *path, cweb_file *file);

/* The path of a folder without links, to free by the caller; NULL with errno. */
char *cweb_real_path(const char *path);

/* Writes a file with mode 0640 and that group, where the group exists. Returns 0 or an error number. */
int cweb_write_token(const char *path, const char *group, const char *text, size_t length);

/* Tells systemd of a state, such as READY=1. Does nothing without NOTIFY_SOCKET. */
void cweb_notify(const char *state);

/* The number of sockets that systemd passes, from descriptor 3; 0 where none are for this process. */
int cweb_passed_sockets(void);

/* Blocks SIGTERM, SIGINT and SIGHUP in this thread and its later children; ignores SIGPIPE. */
void cweb_block_signals(void);

/* Waits for one of those signals. */
int cweb_wait_signal(void);

#endif
