/// Plays gestured's side of the filter: asks the keeper gestured-filter for clones of panels, and writes frames to them.
///
///     filter-peer serve SOCKET                    reads orders from standard input, and prints a line for each answer
///     filter-peer compare PANEL CLONE             compares a clone's node with its panel's; prints what differs
///     filter-peer killed SOCKET PANEL lift|palm   a peer with two fingers down is killed; prints the ms until they ended
///     filter-peer kill PROCESS PANEL CLONE        kills gestured once the clone has two fingers; prints the ms until they ended,
///                                                 and until readers of the panel receive a report
///
/// The orders:
///
///     hello VERSION
///     make PANEL ID lift|palm KEEP_MS [NAME=VALUE…]   a clone of the panel's node, with udev properties. In a matrix `_` stands for a
///                                                     space. SLOTS=COUNT overrides the panel's
///     frame TYPE CODE VALUE …                         decimal numbers; SYN_REPORT follows by itself
///     bytes HEX                                       a packet of these bytes
///     keep N lift|palm KEEP_MS, drop N, count N
///     flood MS                                        a million events a second for so long, moves of the contact in slot 0
///     close                                           the writing end of the pipe given last

#include "../../../../Filter/Protocol/filter-protocol.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define AXIS(code) ((code) - FILTER_FIRST_AXIS)
#define BITS(count) (((count) + 63) / 64)

static int pipe_end = -1;

static bool has(const unsigned long *bits, unsigned code) { return bits[code / 64] >> code % 64 & 1; }

static int open_node(const char *path) {
  int node = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (node < 0) stop("%s", path);
  return node;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int keeper = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  if (keeper < 0 || connect(keeper, (struct sockaddr *)&address, sizeof address) < 0) stop("%s", path);
  return keeper;
}

/// The request for a clone of a panel. A panel without slots gets one slot.
static struct filter_make describe(const char *path) {
  struct filter_make make = {.header = {.kind = FILTER_MAKE}, .slots = 1};
  unsigned long axes[BITS(ABS_CNT)] = {0}, properties[BITS(INPUT_PROP_CNT)] = {0};
  int node = open_node(path);
  struct input_id id;
  ioctl(node, EVIOCGID, &id);
  make.bus = id.bustype;
  make.vendor = id.vendor;
  make.product = id.product;
  make.version = id.version;
  ioctl(node, EVIOCGNAME(sizeof make.name - 1), make.name);
  for (char *at = make.name; *at != 0; at++) {
    if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
  }
  ioctl(node, EVIOCGBIT(EV_ABS, sizeof axes), axes);
  ioctl(node, EVIOCGPROP(sizeof properties), properties);
  make.semi_mt = has(properties, INPUT_PROP_SEMI_MT);
  struct input_absinfo range;
  if (has(axes, ABS_MT_SLOT) && ioctl(node, EVIOCGABS(ABS_MT_SLOT), &range) == 0) make.slots = (uint16_t)(range.maximum + 1);
  for (unsigned code = FILTER_FIRST_AXIS; code <= ABS_MT_TOOL_Y; code++) {
    unsigned source = code;
    if (!has(axes, ABS_MT_SLOT) && code == ABS_MT_POSITION_X) source = ABS_X;
    if (!has(axes, ABS_MT_SLOT) && code == ABS_MT_POSITION_Y) source = ABS_Y;
    if (code == ABS_MT_TRACKING_ID || !has(axes, source) || ioctl(node, EVIOCGABS(source), &range) < 0) continue;
    make.axes_present |= 1u << AXIS(code);
    make.axes[AXIS(code)] = (struct filter_axis){range.minimum, range.maximum, range.resolution};
  }
  close(node);
  return make;
}

static void set_property(struct filter_make *make, const char *text) {
  static const char *const names[FILTER_PROPERTIES] = {
    [FILTER_CALIBRATION_MATRIX] = "LIBINPUT_CALIBRATION_MATRIX", [FILTER_WL_OUTPUT] = "WL_OUTPUT", [FILTER_SEAT] = "ID_SEAT",
    [FILTER_LINK] = "LINK", [FILTER_DEVICE_GROUP] = "LIBINPUT_DEVICE_GROUP", [FILTER_FUZZ_X] = "LIBINPUT_FUZZ_00",
    [FILTER_FUZZ_Y] = "LIBINPUT_FUZZ_01", [FILTER_FUZZ_MT_X] = "LIBINPUT_FUZZ_35", [FILTER_FUZZ_MT_Y] = "LIBINPUT_FUZZ_36",
    [FILTER_WIDTH_MM] = "ID_INPUT_WIDTH_MM", [FILTER_HEIGHT_MM] = "ID_INPUT_HEIGHT_MM",
  };
  const char *value = strchr(text, '=');
  if (value == NULL) stop("expected NAME=VALUE, found %s", text);
  for (int property = 0; property < FILTER_PROPERTIES; property++) {
    if (strlen(names[property]) != (size_t)(value - text) || strncmp(names[property], text, (size_t)(value - text)) != 0) continue;
    snprintf(make->properties[property], FILTER_TEXT_BYTES, "%s", value + 1);
    return;
  }
  stop("no property %s", text);
}

/// Waits for one message, at most 3 s, and prints it. Returns its kind; 0 at the connection's end.
static uint32_t receive(int keeper) {
  union {
    struct filter_header header;
    struct filter_welcome welcome;
    struct filter_made made;
    struct filter_refused refused;
    struct filter_gone gone;
    struct filter_counted counted;
    struct filter_dropped dropped;
  } message;
  char control[CMSG_SPACE(sizeof(int))];
  struct iovec part = {&message, sizeof message};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = CMSG_LEN(sizeof(int))};
  struct pollfd readable = {.fd = keeper, .events = POLLIN};
  if (poll(&readable, 1, 3000) == 0) {
    puts("silence");
    return 1;
  }
  ssize_t length = recvmsg(keeper, &header, MSG_CMSG_CLOEXEC);
  if (length <= 0) {
    puts("closed");
    return 0;
  }
  struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
  if (rights != NULL) {
    if (pipe_end >= 0) close(pipe_end);
    memcpy(&pipe_end, CMSG_DATA(rights), sizeof pipe_end);
  }
  unsigned device = message.header.device;
  switch (message.header.kind) {
  case FILTER_WELCOME: printf("welcome %u\n", message.welcome.version); break;
  case FILTER_MADE: printf("made %u %s kept %u\n", device, message.made.sysname, message.made.was_kept); break;
  case FILTER_REFUSED: printf("refused step %u detail %u error %d\n", message.refused.step, message.refused.detail, message.refused.error); break;
  case FILTER_GONE: printf("gone %u error %d\n", device, message.gone.error); break;
  case FILTER_DROPPED: printf("dropped %u fault %u\n", device, message.dropped.fault); break;
  case FILTER_COUNTED: {
    uint64_t dropped = 0;
    for (int fault = 0; fault < FILTER_FAULTS; fault++) dropped += message.counted.dropped[fault];
    printf("counted %u frames %llu dropped %llu\n", device, (unsigned long long)message.counted.frames, (unsigned long long)dropped);
    break;
  }
  default: printf("kind %u\n", message.header.kind);
  }
  return message.header.kind;
}

static void send_all(int keeper, const void *message, size_t length) {
  if (send(keeper, message, length, MSG_NOSIGNAL) < 0) printf("unsent %s\n", strerror(errno));
}

static void write_frame(const struct filter_event *events, size_t count) {
  if (write(pipe_end, events, count * sizeof *events) != (ssize_t)(count * sizeof *events)) printf("unwritten %s\n", strerror(errno));
}

/// Writes a million events a second: each millisecond two writes of 125 frames of four events.
static void flood(int milliseconds) {
  struct timespec due;
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (int turn = 0; turn < 2 * milliseconds; turn++) {
    struct filter_event events[500];
    for (int frame = 0; frame < 125; frame++) {
      events[4 * frame] = (struct filter_event){EV_ABS, ABS_MT_SLOT, 0};
      events[4 * frame + 1] = (struct filter_event){EV_ABS, ABS_MT_POSITION_X, frame + turn % 2};
      events[4 * frame + 2] = (struct filter_event){EV_ABS, ABS_MT_POSITION_Y, frame};
      events[4 * frame + 3] = (struct filter_event){EV_SYN, SYN_REPORT, 0};
    }
    write_frame(events, 500);
    due.tv_nsec += 500000;
    if (due.tv_nsec >= 1000000000) {
      due.tv_nsec -= 1000000000;
      due.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
}

static uint32_t ending_of(const char *word) { return strcmp(word, "palm") == 0 ? FILTER_ENDS_BY_PALM : FILTER_ENDS_BY_LIFT; }

/// Runs one order. Prints a line for each answer.
static void run(int keeper, char *order) {
  char *words[200];
  size_t count = 0;
  for (char *word = strtok(order, " \n"); word != NULL && count < 199; word = strtok(NULL, " \n")) words[count++] = word;
  if (count == 0) return;
  if (strcmp(words[0], "hello") == 0 && count == 2) {
    struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = (uint32_t)atoi(words[1])};
    send_all(keeper, &hello, sizeof hello);
    receive(keeper);
  } else if (strcmp(words[0], "make") == 0 && count >= 5) {
    struct filter_make make = describe(words[1]);
    make.panel = strtoull(words[2], NULL, 10);
    make.ending = (uint8_t)ending_of(words[3]);
    make.keep_ms = (uint32_t)atoi(words[4]);
    for (size_t at = 5; at < count; at++) {
      if (strncmp(words[at], "SLOTS=", 6) == 0) {
        make.slots = (uint16_t)atoi(words[at] + 6);
        continue;
      }
      if (strncmp(words[at], "LIBINPUT_CALIBRATION_MATRIX=", 28) == 0) {
        for (char *each = words[at] + 28; *each != 0; each++) *each = *each == '_' ? ' ' : *each;
      }
      set_property(&make, words[at]);
    }
    send_all(keeper, &make, sizeof make);
    receive(keeper);
  } else if (strcmp(words[0], "frame") == 0 && count % 3 == 1) {
    struct filter_event events[64];
    size_t filled = 0;
    for (size_t at = 1; at < count; at += 3) {
      events[filled++] = (struct filter_event){(uint16_t)atoi(words[at]), (uint16_t)atoi(words[at + 1]), atoi(words[at + 2])};
    }
    events[filled++] = (struct filter_event){EV_SYN, SYN_REPORT, 0};
    write_frame(events, filled);
    puts("written");
  } else if (strcmp(words[0], "bytes") == 0 && count == 2) {
    unsigned char bytes[FILTER_MESSAGE_BYTES];
    size_t length = 0;
    for (const char *at = words[1]; at[0] != 0 && at[1] != 0 && length < sizeof bytes; at += 2) {
      unsigned value;
      sscanf(at, "%2x", &value);
      bytes[length++] = (unsigned char)value;
    }
    send_all(keeper, bytes, length);
    receive(keeper);
  } else if (strcmp(words[0], "keep") == 0 && count == 4) {
    struct filter_keep keep = {{FILTER_KEEP, (uint32_t)atoi(words[1])}, (uint32_t)atoi(words[3]), ending_of(words[2])};
    send_all(keeper, &keep, sizeof keep);
    puts("sent");
  } else if ((strcmp(words[0], "drop") == 0 || strcmp(words[0], "count") == 0) && count == 2) {
    struct filter_header about = {words[0][0] == 'd' ? FILTER_DROP : FILTER_COUNT, (uint32_t)atoi(words[1])};
    send_all(keeper, &about, sizeof about);
    receive(keeper);
  } else if (strcmp(words[0], "flood") == 0 && count == 2) {
    flood(atoi(words[1]));
    puts("written");
  } else if (strcmp(words[0], "receive") == 0) {
    receive(keeper);
  } else if (strcmp(words[0], "close") == 0) {
    close(pipe_end);
    pipe_end = -1;
    puts("sent");
  } else {
    stop("no order %s", words[0]);
  }
}

/// Prints a difference, and counts it.
static int differences;
#define DIFFERS(condition, ...) \
  if (condition) { \
    printf(__VA_ARGS__); \
    putchar('\n'); \
    differences++; \
  }

static void compare(const char *panel_path, const char *clone_path) {
  struct filter_make panel = describe(panel_path);
  int node = open_node(clone_path);
  unsigned long types[BITS(EV_CNT)] = {0}, keys[BITS(KEY_CNT)] = {0}, axes[BITS(ABS_CNT)] = {0}, properties[BITS(INPUT_PROP_CNT)] = {0};
  ioctl(node, EVIOCGBIT(0, sizeof types), types);
  ioctl(node, EVIOCGBIT(EV_KEY, sizeof keys), keys);
  ioctl(node, EVIOCGBIT(EV_ABS, sizeof axes), axes);
  ioctl(node, EVIOCGPROP(sizeof properties), properties);
  for (unsigned type = 0; type < EV_CNT; type++) {
    DIFFERS(has(types, type) != (type == EV_SYN || type == EV_KEY || type == EV_ABS), "type %u", type);
  }
  for (unsigned key = 0; key < KEY_CNT; key++) DIFFERS(has(keys, key) != (key == BTN_TOUCH), "key %u", key);
  for (unsigned property = 0; property < INPUT_PROP_CNT; property++) {
    bool is_wanted = property == INPUT_PROP_DIRECT || (property == INPUT_PROP_SEMI_MT && panel.semi_mt);
    DIFFERS(has(properties, property) != is_wanted, "property %u", property);
  }
  for (unsigned code = 0; code < ABS_CNT; code++) {
    bool is_contacts = code >= FILTER_FIRST_AXIS && code <= ABS_MT_TOOL_Y;
    struct filter_axis wanted = {0};
    bool is_wanted = is_contacts && (panel.axes_present >> AXIS(code) & 1);
    if (is_wanted) wanted = panel.axes[AXIS(code)];
    if (code == ABS_X) wanted = panel.axes[AXIS(ABS_MT_POSITION_X)];
    if (code == ABS_Y) wanted = panel.axes[AXIS(ABS_MT_POSITION_Y)];
    if (code == ABS_MT_SLOT) wanted.maximum = panel.slots - 1;
    if (code == ABS_MT_TRACKING_ID) wanted.maximum = UINT16_MAX;
    if (code == ABS_MT_TOOL_TYPE && wanted.maximum < MT_TOOL_PALM) wanted.maximum = MT_TOOL_PALM;
    is_wanted = is_wanted || code == ABS_X || code == ABS_Y || code == ABS_MT_SLOT || code == ABS_MT_TRACKING_ID || code == ABS_MT_TOOL_TYPE;
    DIFFERS(has(axes, code) != is_wanted, "axis %#x", code);
    struct input_absinfo range;
    if (!is_wanted || ioctl(node, EVIOCGABS(code), &range) < 0) continue;
    DIFFERS(range.minimum != wanted.minimum || range.maximum != wanted.maximum || range.resolution != wanted.resolution, "range of %#x", code);
    DIFFERS(range.fuzz != 0 || range.flat != 0, "fuzz of %#x", code);
  }
  struct filter_make clone = describe(clone_path);
  DIFFERS(memcmp(panel.name, clone.name, sizeof panel.name) != 0, "name %s", clone.name);
  DIFFERS(panel.bus != clone.bus || panel.vendor != clone.vendor || panel.product != clone.product || panel.version != clone.version, "numbers");
  char text[256] = "";
  ioctl(node, EVIOCGPHYS(sizeof text), text);
  DIFFERS(strncmp(text, "gestured/", 9) != 0 || strcmp(text + 10, "/touch") != 0, "phys %s", text);
  text[0] = 0;
  DIFFERS(ioctl(node, EVIOCGUNIQ(sizeof text), text) >= 0 && text[0] != 0, "uniq %s", text);
}

/// Milliseconds of the clock that the machine's instructions drive.
static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/// The event node of a device in /sys/devices/virtual/input, once it is there.
static int open_clone(const char *sysname) {
  char command[128], path[64];
  snprintf(command, sizeof command, "cd /sys/devices/virtual/input/%s && echo event*", sysname);
  for (int tries = 0; tries < 200; tries++, usleep(20000)) {
    FILE *listing = popen(command, "r");
    char name[32] = "";
    int found = fscanf(listing, "%31s", name);
    pclose(listing);
    snprintf(path, sizeof path, "/dev/input/%s", name);
    if (found == 1 && access(path, R_OK) == 0) return open_node(path);
  }
  stop("%s has no node", sysname);
  return -1;
}

static void measure_kill(const char *socket_path, const char *panel, const char *ending) {
  int said[2];
  if (pipe(said) < 0) stop("pipe");
  pid_t peer = fork();
  if (peer == 0) {
    dup2(said[1], STDOUT_FILENO);
    setvbuf(stdout, NULL, _IOLBF, 0);
    char line[512];
    int keeper = connect_to(socket_path);
    snprintf(line, sizeof line, "hello %d", FILTER_VERSION);
    run(keeper, line);
    snprintf(line, sizeof line, "make %s 77 %s 30000", panel, ending);
    run(keeper, line);
    sleep(2);
    strcpy(line, "frame 3 47 0 3 55 0 3 57 5 3 53 100 3 54 100 3 47 1 3 55 0 3 57 6 3 53 300 3 54 300 1 330 1");
    run(keeper, line);
    pause();
  }
  FILE *lines = fdopen(said[0], "r");
  char line[256], sysname[40] = "";
  while (fgets(line, sizeof line, lines) != NULL && sscanf(line, "made %*u %39s", sysname) != 1) continue;
  int node = open_clone(sysname);
  int down = 0, palms = 0, reports = 0;
  double killed = 0;
  for (;;) {
    struct pollfd readable = {.fd = node, .events = POLLIN};
    if (poll(&readable, 1, 10000) <= 0) stop("the contacts did not %s", down == 2 ? "end" : "land");
    struct input_event event;
    while (read(node, &event, sizeof event) == sizeof event) {
      if (event.type == EV_ABS && event.code == ABS_MT_TRACKING_ID) down += event.value < 0 ? -1 : 1;
      if (event.type == EV_ABS && event.code == ABS_MT_TOOL_TYPE && event.value == MT_TOOL_PALM) palms++;
      if (event.type != EV_SYN || event.code != SYN_REPORT) continue;
      if (killed > 0) reports++;
      if (killed > 0 && down == 0) {
        printf("ended after %.1f ms, %d palms, %d frames\n", now_ms() - killed, palms, reports);
        return;
      }
      if (killed == 0 && down == 2) {
        killed = now_ms();
        kill(peer, SIGKILL);
        waitpid(peer, NULL, 0);
      }
    }
  }
}

/// Reads what there is of a clone. Returns the number of contacts that are down after it.
static int read_contacts(int clone, int down) {
  struct input_event event;
  while (read(clone, &event, sizeof event) == sizeof event) {
    if (event.type == EV_ABS && event.code == ABS_MT_TRACKING_ID) down += event.value < 0 ? -1 : 1;
  }
  return down;
}

static void kill_gestured(pid_t gestured, const char *panel_path, const char *clone_path) {
  int panel = open_node(panel_path), clone = open_node(clone_path), down = 0;
  double killed = 0, ended = 0, readable = 0;
  puts("reads");
  while (ended == 0 || readable == 0) {
    struct pollfd waiting[] = {{.fd = clone, .events = POLLIN}, {.fd = readable > 0 ? -1 : panel, .events = POLLIN}};
    if (poll(waiting, 2, 10000) <= 0) stop(killed > 0 ? "nothing more is received" : "two fingers did not land");
    down = read_contacts(clone, down);
    struct input_event event;
    if (readable == 0 && read(panel, &event, sizeof event) == sizeof event) {
      if (killed == 0) stop("the panel is not taken");
      readable = now_ms();
    }
    if (killed > 0 && down == 0 && ended == 0) ended = now_ms();
    if (killed == 0 && down == 2) {
      killed = now_ms();
      kill(gestured, SIGKILL);
    }
  }
  printf("ended after %.1f ms, readable after %.1f ms\n", ended - killed, readable - killed);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  if (count == 3 && strcmp(arguments[1], "serve") == 0) {
    int keeper = connect_to(arguments[2]);
    char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL) run(keeper, line);
    return 0;
  }
  if (count == 4 && strcmp(arguments[1], "compare") == 0) {
    compare(arguments[2], arguments[3]);
    return differences > 0;
  }
  if (count == 5 && strcmp(arguments[1], "killed") == 0) {
    measure_kill(arguments[2], arguments[3], arguments[4]);
    return 0;
  }
  if (count == 5 && strcmp(arguments[1], "kill") == 0) {
    kill_gestured(atoi(arguments[2]), arguments[3], arguments[4]);
    return 0;
  }
  stop("usage: filter-peer serve SOCKET | kill PROCESS PANEL CLONE | compare PANEL CLONE | killed SOCKET PANEL lift|palm");
  return 64;
}
