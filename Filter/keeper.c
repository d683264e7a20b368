#include "keeper.h"
#include "report.h"
#include "request.h"

#include <errno.h>
#include <string.h>

#define MS_IN_SECOND 1000
/// The most bytes of one read.
#define READ_BYTES 4096
/// The reads after which a pipe, 64 KiB by default, is empty, unless its writer goes on writing.
#define READS_OF_A_PIPE 17
/// The least time between two lines about dropped frames of a clone.
#define MS_BETWEEN_LINES 1000
/// The signs within the time that the manager waits. A keeper that waits for a processor may miss all but one of them. FF-30
#define SIGNS_IN_A_WATCH 8

static bool has_contacts(const struct keeper *keeper) {
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    if (keeper->clones[number].exists && keeper->clones[number].stream.down > 0) return true;
  }
  return false;
}

/// Gives the manager a sign where one is due: the first one before a contact lands, the last one after all have ended. FF-30
static void give_sign(struct keeper *keeper, int64_t now_ms) {
  if (keeper->watch_ms == 0) return;
  bool is_touched = has_contacts(keeper);
  if (is_touched ? keeper->sign_at > now_ms : keeper->sign_at < 0) return;
  bool is_told = keeper->kernel->watch(is_touched ? keeper->watch_ms : 0) == 0;
  keeper->sign_at = is_touched || !is_told ? now_ms + keeper->watch_ms / SIGNS_IN_A_WATCH : -1;
}

void keeper_begin(struct keeper *keeper, const struct kernel *kernel, bool ends_alone, int64_t watch_ms, int64_t now_ms) {
  memset(keeper, 0, sizeof *keeper);
  keeper->kernel = kernel;
  keeper->ends_alone = ends_alone;
  keeper->connection = -1;
  keeper->alone_since = now_ms;
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    keeper->clones[number].device = keeper->clones[number].pipe = -1;
  }
  keeper->watch_ms = watch_ms;
  // The manager waits from the start. The first sign ends that.
  keeper->sign_at = now_ms;
  give_sign(keeper, now_ms);
}

void keeper_connect(struct keeper *keeper, int connection) {
  keeper->connection = connection;
  keeper->descriptors++;
  keeper->has_greeted = false;
}

/// Sends a message, with a descriptor unless that is -1. Returns false where the peer does not take it.
static bool answer(struct keeper *keeper, const void *message, size_t length, int descriptor) {
  return keeper->connection >= 0 && keeper->kernel->send(keeper->connection, message, length, descriptor) == 0;
}

static void tell_gone(struct keeper *keeper, unsigned number, int error) {
  struct filter_gone gone = {.header = {FILTER_GONE, number}, .error = error};
  answer(keeper, &gone, sizeof gone, -1);
}

/// Destroys a clone, and tells the connection that has it.
static void destroy(struct keeper *keeper, unsigned number, int error) {
  struct clone *clone = &keeper->clones[number];
  bool is_claimed = clone->is_claimed;
  clone_destroy(clone, keeper->kernel, number);
  keeper->numbers[number].gone = ++keeper->departures;
  if (error == 0) {
    report("clone %u: destroyed", number);
  } else {
    report("clone %u: destroyed, because uinput took no events (%s)", number, strerror(error));
  }
  if (is_claimed) tell_gone(keeper, number, error);
}

/// Writes the output to a clone. Destroys the clone where uinput does not take it. Returns whether the clone is still there.
static bool write_output(struct keeper *keeper, unsigned number, int64_t now_ms) {
  struct clone *clone = &keeper->clones[number];
  size_t length = keeper->output.count * sizeof *keeper->output.events;
  keeper->output.count = 0;
  if (length == 0) return true;
  // A keeper that hangs in the write is watched already.
  if (clone->stream.down > 0 && keeper->sign_at < 0) give_sign(keeper, now_ms);
  ssize_t written;
  do {
    written = keeper->kernel->write(clone->device, keeper->output.events, length);
  } while (written < 0 && errno == EINTR);
  clone->last_write = now_ms;
  if (written == (ssize_t)length) return true;
  destroy(keeper, number, written < 0 ? errno : EIO);
  return false;
}

/// Ends the contacts of a clone. Returns whether the clone is still there.
static bool end_contacts(struct keeper *keeper, unsigned number, int64_t now_ms) {
  stream_end_contacts(&keeper->clones[number].stream, &keeper->output);
  return write_output(keeper, number, now_ms);
}

/// Feeds events of the pipe to a clone. Returns whether the clone is still there.
static bool feed_events(struct keeper *keeper, unsigned number, const struct filter_event *events, size_t count, int64_t now_ms) {
  struct clone *clone = &keeper->clones[number];
  while (count > 0) {
    size_t read = stream_feed(&clone->stream, events, count, now_ms, &keeper->output);
    events += read;
    count -= read;
    if (!write_output(keeper, number, now_ms)) return false;
  }
  if (clone->stream.unreported >= 0) {
    struct filter_dropped dropped = {.header = {FILTER_DROPPED, number}, .fault = (uint32_t)clone->stream.unreported};
    clone->stream.unreported = -1;
    if (clone->is_claimed) answer(keeper, &dropped, sizeof dropped, -1);
    if (clone->last_line != 0 && now_ms - clone->last_line < MS_BETWEEN_LINES) return true;
    clone->last_line = now_ms;
    report("clone %u: dropped a frame and ended its contacts (fault %u)", number, dropped.fault);
  }
  return true;
}

/// Closes the pipe of a clone, and ends the contacts. Returns whether the clone is still there.
static bool close_pipe(struct keeper *keeper, unsigned number, int64_t now_ms) {
  clone_close_pipe(&keeper->clones[number], keeper->kernel);
  return end_contacts(keeper, number, now_ms);
}

bool keeper_read(struct keeper *keeper, unsigned number, bool has_writer, int64_t now_ms) {
  struct clone *clone = &keeper->clones[number];
  if (clone->pipe < 0) return false;
  if (!has_writer) {
    close_pipe(keeper, number, now_ms);
    return false;
  }
  union {
    struct filter_event events[READ_BYTES / sizeof(struct filter_event) + 1];
    unsigned char bytes[READ_BYTES + sizeof(struct filter_event)];
  } buffer;
  memcpy(buffer.bytes, clone->carried, clone->carried_count);
  ssize_t length = keeper->kernel->read(clone->pipe, buffer.bytes + clone->carried_count, READ_BYTES);
  if (length < 0 && errno == EINTR) return true;
  if (length < 0 && errno == EAGAIN) return false;
  if (length <= 0) {
    close_pipe(keeper, number, now_ms);
    return false;
  }
  size_t total = clone->carried_count + (size_t)length;
  size_t count = total / sizeof *buffer.events;
  clone->carried_count = total % sizeof *buffer.events;
  memcpy(clone->carried, buffer.events + count, clone->carried_count);
  // A short read means that the pipe is empty. A writer that sets O_DIRECT delays only its own frames.
  return feed_events(keeper, number, buffer.events, count, now_ms) && length == READ_BYTES;
}

/// Closes a pipe that a new one replaces. A writer that is still there has not given up what lies in it. Returns whether the clone is
/// still there.
static bool replace_pipe(struct keeper *keeper, unsigned number, int64_t now_ms) {
  struct clone *clone = &keeper->clones[number];
  if (clone->pipe >= 0 && keeper->kernel->has_writer(clone->pipe)) {
    for (int reads = 0; reads < READS_OF_A_PIPE && keeper_read(keeper, number, true, now_ms); reads++) continue;
  }
  return clone->exists && close_pipe(keeper, number, now_ms);
}

/// Begins a clone's farewell: readers see its contacts end before it goes.
static void leave(struct keeper *keeper, unsigned number, int64_t now_ms) {
  struct clone *clone = &keeper->clones[number];
  if (clone->is_leaving) return;
  clone->is_leaving = true;
  if (!close_pipe(keeper, number, now_ms)) return;
  clone->destroy_at = clone->last_write == 0 ? now_ms : clone->last_write + FILTER_FAREWELL_MS;
  if (clone->destroy_at <= now_ms) destroy(keeper, number, 0);
}

void keeper_disconnect(struct keeper *keeper, int64_t now_ms) {
  if (keeper->connection < 0) return;
  keeper->kernel->close(keeper->connection);
  keeper->connection = -1;
  keeper->alone_since = now_ms;
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    struct clone *clone = &keeper->clones[number];
    if (!clone->exists) continue;
    clone->is_claimed = false;
    if (!close_pipe(keeper, number, now_ms)) continue;
    if (clone->is_leaving) continue;
    clone->keep_until = now_ms + clone->make.keep_ms;
    if (clone->make.keep_ms == 0 || keeper->is_outdated) leave(keeper, number, now_ms);
  }
}

/// Whether another device may be made now. SEC-7
static bool may_make(struct keeper *keeper, int64_t now_ms) {
  int64_t *oldest = &keeper->makes[keeper->make_count % FILTER_MAKES_IN_A_SECOND];
  if (keeper->make_count >= FILTER_MAKES_IN_A_SECOND && now_ms - *oldest < MS_IN_SECOND) return false;
  *oldest = now_ms;
  keeper->make_count++;
  return true;
}

/// The number of a panel: the one that it had, else one that no panel has had, else the one whose panel is away longest.
/// FILTER_CLONES where all numbers have a clone.
static unsigned number_for(const struct keeper *keeper, uint64_t panel) {
  unsigned best = FILTER_CLONES;
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    if (keeper->numbers[number].is_known && keeper->numbers[number].panel == panel) return number;
  }
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    if (!keeper->numbers[number].is_known) return number;
    if (keeper->clones[number].exists) continue;
    if (best == FILTER_CLONES || keeper->numbers[number].gone < keeper->numbers[best].gone) best = number;
  }
  return best;
}

/// Gives a clone to the connection, with a new pipe. Returns false where the peer does not take the answer.
static bool give(struct keeper *keeper, unsigned number, const struct filter_make *make, bool was_kept, struct refusal *refusal) {
  struct clone *clone = &keeper->clones[number];
  int ends[2];
  if (keeper->kernel->make_pipe(ends) < 0) {
    *refusal = (struct refusal){.error = errno, .step = FILTER_STEP_PIPE};
    if (!was_kept) clone_destroy(clone, keeper->kernel, number);
    return true;
  }
  clone->pipe = ends[0];
  keeper->descriptors++;
  clone->is_claimed = true;
  clone->is_leaving = false;
  clone->make.ending = make->ending;
  clone->make.keep_ms = make->keep_ms;
  clone->stream.ending = make->ending;
  clone->stream.has_reported = false;
  keeper->numbers[number].is_known = true;
  keeper->numbers[number].panel = make->panel;
  struct filter_made made = {.header = {FILTER_MADE, number}, .panel = make->panel, .was_kept = was_kept};
  memcpy(made.sysname, clone->sysname, sizeof made.sysname);
  bool is_taken = answer(keeper, &made, sizeof made, ends[1]);
  keeper->kernel->close(ends[1]);
  report("clone %u: %s (%s)", number, was_kept ? "given again" : "made", clone->sysname);
  return is_taken;
}

/// Answers a request for a clone. Returns false where the connection ends.
static bool make_clone(struct keeper *keeper, const struct filter_make *make, int64_t now_ms) {
  struct refusal refusal = {0};
  bool is_taken = true;
  uint32_t field = wrong_field(make);
  unsigned number = number_for(keeper, make->panel);
  struct clone *clone = number < FILTER_CLONES ? &keeper->clones[number] : NULL;
  if (field == 0 && clone != NULL && clone->exists && replace_pipe(keeper, number, now_ms)) {
    if (describe_the_same(&clone->make, make)) {
      is_taken = give(keeper, number, make, true, &refusal);
      goto done;
    }
    // Without `gone`: the client receives `made` or `refused` next.
    clone->is_claimed = false;
    leave(keeper, number, now_ms);
  }
  if (field != 0) {
    refusal = (struct refusal){.error = EINVAL, .step = FILTER_STEP_VALUES, .detail = field};
  } else if (clone == NULL) {
    refusal = (struct refusal){.error = ENOSPC, .step = FILTER_STEP_NUMBER};
  } else if (clone->exists || !may_make(keeper, now_ms)) {
    refusal = (struct refusal){.error = EAGAIN, .step = FILTER_STEP_RATE};
  } else if (clone_make(clone, keeper->kernel, number, make, &refusal)) {
    is_taken = give(keeper, number, make, false, &refusal);
  }
done:
  if (refusal.error == 0) return is_taken;
  report("clone: refused at step %d, detail %u (%s)", (int)refusal.step, refusal.detail, strerror(refusal.error));
  struct filter_refused refused = {
    .header = {FILTER_REFUSED, 0}, .panel = make->panel, .error = refusal.error, .step = refusal.step, .detail = refusal.detail};
  return answer(keeper, &refused, sizeof refused, -1);
}

/// Answers a request about a clone. Returns false where the connection ends. A clone may just have gone: then `gone` says so.
static bool serve_clone(struct keeper *keeper, const struct filter_header *header, const struct filter_keep *keep, int64_t now_ms) {
  if (header->device >= FILTER_CLONES) return false;
  struct clone *clone = &keeper->clones[header->device];
  if (!clone->exists || !clone->is_claimed) {
    if (header->kind != FILTER_KEEP) tell_gone(keeper, header->device, ENODEV);
    return true;
  }
  if (header->kind == FILTER_KEEP) {
    clone->make.keep_ms = keep->keep_ms;
    clone->make.ending = (uint8_t)keep->ending;
    clone->stream.ending = keep->ending;
    return true;
  }
  if (header->kind == FILTER_DROP) {
    leave(keeper, header->device, now_ms);
    return true;
  }
  struct filter_counted counted = clone->stream.counters;
  counted.header = (struct filter_header){FILTER_COUNTED, header->device};
  return answer(keeper, &counted, sizeof counted, -1);
}

/// Answers a request. Returns false where the connection ends.
static bool serve(struct keeper *keeper, const void *packet, size_t length, int64_t now_ms) {
  union request request;
  if (!read_request(packet, length, &request)) {
    report("connection: ended, because a packet of %zu bytes is no request of version %d", length, FILTER_VERSION);
    return false;
  }
  bool is_hello = request.header.kind == FILTER_HELLO;
  if (is_hello == keeper->has_greeted) {
    report("connection: ended, because hello is the first request, and only the first");
    return false;
  }
  if (is_hello) {
    keeper->has_greeted = true;
    keeper->is_outdated = request.hello.version != FILTER_VERSION;
    struct filter_welcome welcome = {.header = {FILTER_WELCOME, 0}, .version = FILTER_VERSION, .clones = FILTER_CLONES};
    if (!answer(keeper, &welcome, sizeof welcome, -1)) return false;
    if (!keeper->is_outdated) return true;
    report("connection: ended, because gestured speaks version %u and gestured-filter version %d; install the same version of both",
           request.hello.version, FILTER_VERSION);
    return false;
  }
  if (request.header.kind == FILTER_MAKE) return make_clone(keeper, &request.make, now_ms);
  return serve_clone(keeper, &request.header, &request.keep, now_ms);
}

void keeper_take_packet(struct keeper *keeper, const void *packet, size_t length, int64_t now_ms) {
  if (!serve(keeper, packet, length, now_ms)) keeper_disconnect(keeper, now_ms);
}

void keeper_act(struct keeper *keeper, int64_t now_ms) {
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    struct clone *clone = &keeper->clones[number];
    if (!clone->exists) continue;
    if (!clone->is_claimed && !clone->is_leaving && clone->keep_until <= now_ms) leave(keeper, number, now_ms);
    if (clone->exists && clone->is_leaving && clone->destroy_at <= now_ms) destroy(keeper, number, 0);
  }
  give_sign(keeper, now_ms);
}

static bool has_clones(const struct keeper *keeper) {
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    if (keeper->clones[number].exists) return true;
  }
  return false;
}

/// When a keeper without clones is over; -1 for never.
static int64_t end_of(const struct keeper *keeper) {
  if (!keeper->ends_alone || keeper->connection >= 0) return -1;
  return keeper->alone_since + (keeper->is_outdated ? 0 : FILTER_KEEP_MS);
}

int64_t keeper_deadline(const struct keeper *keeper) {
  int64_t deadline = keeper->watch_ms > 0 ? keeper->sign_at : -1;
  if (!has_clones(keeper)) {
    int64_t end = end_of(keeper);
    return deadline < 0 || (end >= 0 && end < deadline) ? end : deadline;
  }
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    const struct clone *clone = &keeper->clones[number];
    if (!clone->exists || (clone->is_claimed && !clone->is_leaving)) continue;
    int64_t due = clone->is_leaving ? clone->destroy_at : clone->keep_until;
    if (deadline < 0 || due < deadline) deadline = due;
  }
  return deadline;
}

bool keeper_is_over(const struct keeper *keeper, int64_t now_ms) {
  int64_t end = end_of(keeper);
  return end >= 0 && end <= now_ms && !has_clones(keeper);
}

int64_t keeper_stop(struct keeper *keeper, int64_t now_ms) {
  keeper_disconnect(keeper, now_ms);
  int64_t until = now_ms;
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    struct clone *clone = &keeper->clones[number];
    if (!clone->exists || clone->last_write == 0) continue;
    int64_t seen = clone->last_write + FILTER_FAREWELL_MS;
    if (seen > until) until = seen;
  }
  return until;
}
