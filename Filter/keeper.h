#ifndef GESTURED_FILTER_KEEPER_H
#define GESTURED_FILTER_KEEPER_H

#include "clone.h"

/// The keeper: the clones, and the connection that asks for them. It waits for nothing and owns no clock. Times are
/// milliseconds of one clock.
struct keeper {
  const struct kernel *kernel;
  struct clone clones[FILTER_CLONES];
  /// The panel that a number belongs to, while the keeper runs. The higher `gone` is, the later the panel's last clone went. FLT-80
  struct {
    bool is_known;
    uint64_t panel;
    uint64_t gone;
  } numbers[FILTER_CLONES];
  uint64_t departures;

  /// -1 without a connection.
  int connection;
  /// Rises with each new descriptor to watch: of a pipe or of the connection.
  unsigned descriptors;
  bool has_greeted;
  /// The last gestured speaks another version. The keeper ends, so that systemd starts the installed one.
  bool is_outdated;
  bool ends_alone;
  /// The time since which no connection has been there.
  int64_t alone_since;
  /// When the last devices were made. SEC-7
  int64_t makes[FILTER_MAKES_IN_A_SECOND];
  size_t make_count;
  /// The time within which the service manager wants a sign while a contact is down; 0 where no manager watches. FF-30
  int64_t watch_ms;
  /// When the next sign is due; -1 while the manager waits for none.
  int64_t sign_at;

  struct output output;
};

/// A keeper without clones. One that `ends_alone` is over FILTER_KEEP_MS after its last connection, and after a connection of
/// another version once its clones have gone.
///
/// `watch_ms` is the result of `manager_begin`.
void keeper_begin(struct keeper *keeper, const struct kernel *kernel, bool ends_alone, int64_t watch_ms, int64_t now_ms);

/// Serves a connection. None may be there.
void keeper_connect(struct keeper *keeper, int connection);

/// Answers a packet. A packet that is no request ends the connection.
void keeper_take_packet(struct keeper *keeper, const void *packet, size_t length, int64_t now_ms);

/// Ends the connection: all contacts of all clones end, and the clones stay as long as they are kept. SEC-12, FF-23
void keeper_disconnect(struct keeper *keeper, int64_t now_ms);

/// Reads the pipe of a clone once. Returns whether more may be there now. Without a writer the pipe is closed, and what lies in it is
/// dropped: gestured has given the touches up, and the panel's other readers may have them. FF-31
bool keeper_read(struct keeper *keeper, unsigned number, bool has_writer, int64_t now_ms);

/// Does what is due.
void keeper_act(struct keeper *keeper, int64_t now_ms);

/// When something is due next; -1 for never.
int64_t keeper_deadline(const struct keeper *keeper);

/// Whether the keeper has no clone, and waits for no connection any more. FF-24
bool keeper_is_over(const struct keeper *keeper, int64_t now_ms);

/// Closes the connection and all pipes, so that gestured gives the panels back at once, and ends all contacts of all clones. Returns
/// when readers have had the time to see the ends.
int64_t keeper_stop(struct keeper *keeper, int64_t now_ms);

#endif
