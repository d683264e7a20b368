// A hub of motion sensors that speaks HID: an accelerometer and a gyroscope. The kernel makes an Industrial I/O device
// of each.
//
//   hid-sensor <ORDERS     the hub; says `made`, then reads a line of ORDERS at a time:
//                            shake   2 g at 4 Hz along x for a second; says `shaken` when it is over
//                            stall   no question is answered from now on, `answer`: every question is again; prints it
//                            asked   says how often it was asked for a sample: `asked 123`
//                          At the end of ORDERS the hub goes.
//
// The hub lies on its back and turns by 90 degrees a second about z. The kernel asks it for each number that is read in
// sysfs.
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

enum { accelerometer = 1, gyroscope = 2, feature_length = 7, sample_length = 7, shake_ms = 1000 };

// The features of a sensor: report state, power state and report interval in ms, each after the number of its report.
// The sensor measures ten times a second until the kernel sets another interval.
static unsigned char features[][feature_length] = {
    [accelerometer] = {accelerometer, 0, 0, 100},
    [gyroscope] = {gyroscope, 0, 0, 100},
};

// A sensor of the hub: its usage, its report, the usages of its axes and the exponent of its unit.
#define AXIS(usage, exponent) 0x0a, usage, 0x04, 0x16, 0x00, 0x80, 0x26, 0xff, 0x7f, 0x75, 16, 0x95, 1, 0x55, exponent, 0x81, 0x02
#define SENSOR(usage, report, x, y, z, exponent)                                                             \
  0x09, usage, 0xa1, 0x00, 0x85, report,                                                                     \
      /* report state: none, all, threshold, each also waking */                                             \
      0x0a, 0x16, 0x03, 0x15, 0, 0x25, 5, 0x75, 8, 0x95, 1, 0xa1, 0x02, 0x0a, 0x40, 0x08, 0x0a, 0x41, 0x08, \
      0x0a, 0x42, 0x08, 0x0a, 0x43, 0x08, 0x0a, 0x44, 0x08, 0x0a, 0x45, 0x08, 0xb1, 0x00, 0xc0,              \
      /* power state: undefined, D0 … D4 */                                                                  \
      0x0a, 0x19, 0x03, 0xa1, 0x02, 0x0a, 0x50, 0x08, 0x0a, 0x51, 0x08, 0x0a, 0x52, 0x08, 0x0a, 0x53, 0x08, \
      0x0a, 0x54, 0x08, 0x0a, 0x55, 0x08, 0xb1, 0x00, 0xc0,                                                  \
      /* report interval */                                                                                  \
      0x0a, 0x0e, 0x03, 0x27, 0xff, 0xff, 0xff, 0x7f, 0x75, 32, 0x55, 0, 0xb1, 0x02,                         \
      AXIS(x, exponent), AXIS(y, exponent), AXIS(z, exponent), 0xc0

// The units are a sensor's defaults: g, here in thousandths, and degrees a second.
static const unsigned char descriptor[] = {
    0x05, 0x20, 0x09, 0x01, 0xa1, 0x01,
    SENSOR(0x73, accelerometer, 0x53, 0x54, 0x55, 0x0d),
    SENSOR(0x76, gyroscope, 0x57, 0x58, 0x59, 0x00),
    0xc0,
};

static int hub;
static int64_t shaken_since_ms = -shake_ms;
static bool is_stalled;
static unsigned asked;

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static bool is_shaken(void) { return now_ms() - shaken_since_ms < shake_ms; }

static void send_event(const struct uhid_event *event) {
  if (write(hub, event, sizeof(*event)) < 0) stop("uhid");
}

static void make_hub(void) {
  struct uhid_event create = {.type = UHID_CREATE2};
  struct uhid_create2_req *request = &create.u.create2;
  strcpy((char *)request->name, "Machine sensors");
  request->bus = BUS_USB;
  request->vendor = 0x1209;
  request->product = 0x0021;
  request->rd_size = sizeof(descriptor);
  memcpy(request->rd_data, descriptor, sizeof(descriptor));
  hub = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (hub < 0) stop("/dev/uhid");
  send_event(&create);
}

// The present sample of a sensor: the number of its report, then x, y and z.
static void sample(int report, unsigned char *data) {
  int values[3] = {0, 0, report == accelerometer ? 1000 : 90};
  if (report == accelerometer && is_shaken()) {
    values[0] = (int)(2000 * sin(2 * M_PI * (double)(now_ms() - shaken_since_ms) / 250));
  }
  data[0] = (unsigned char)report;
  for (int i = 0; i < 3; i++) {
    data[1 + 2 * i] = (unsigned char)(values[i] & 0xff);
    data[2 + 2 * i] = (unsigned char)(values[i] >> 8 & 0xff);
  }
}

static void answer(const struct uhid_event *question) {
  struct uhid_event reply = {.type = UHID_GET_REPORT_REPLY};
  if (question->type == UHID_SET_REPORT) {
    const struct uhid_set_report_req *set = &question->u.set_report;
    bool is_known = set->rnum == accelerometer || set->rnum == gyroscope;
    if (is_known && set->size == feature_length) memcpy(features[set->rnum], set->data, feature_length);
    reply.type = UHID_SET_REPORT_REPLY;
    reply.u.set_report_reply.id = set->id;
    send_event(&reply);
  } else if (question->type == UHID_GET_REPORT) {
    const struct uhid_get_report_req *get = &question->u.get_report;
    struct uhid_get_report_reply_req *got = &reply.u.get_report_reply;
    got->id = get->id;
    if (get->rnum != accelerometer && get->rnum != gyroscope) {
      got->err = EIO;
    } else if (get->rtype == UHID_FEATURE_REPORT) {
      got->size = feature_length;
      memcpy(got->data, features[get->rnum], feature_length);
    } else {
      asked++;
      got->size = sample_length;
      sample(get->rnum, got->data);
    }
    send_event(&reply);
  }
}

static void say(const char *word) {
  printf("%s\n", word);
  fflush(stdout);
}

// Executes a line of ORDERS.
static void obey(const char *order) {
  if (strcmp(order, "shake") == 0) {
    shaken_since_ms = now_ms();
  } else if (strcmp(order, "stall") == 0 || strcmp(order, "answer") == 0) {
    is_stalled = order[0] == 's';
    say(order);
  } else if (strcmp(order, "asked") == 0) {
    printf("asked %u\n", asked);
    fflush(stdout);
  } else {
    stop("what is this: %s", order);
  }
}

int main(void) {
  make_hub();
  say("made");
  // Without a buffer, poll(2) sees all input that is left.
  setvbuf(stdin, NULL, _IONBF, 0);
  char order[32];
  bool was_shaken = false;
  for (;;) {
    struct pollfd waiting[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = is_stalled ? -1 : hub, .events = POLLIN}};
    if (poll(waiting, 2, was_shaken ? 10 : -1) < 0) stop("poll");
    struct uhid_event question;
    if (waiting[1].revents != 0 && read(hub, &question, sizeof(question)) > 0) answer(&question);
    if (was_shaken && !is_shaken()) say("shaken");
    was_shaken = is_shaken();
    if (waiting[0].revents == 0) continue;
    if (fgets(order, sizeof(order), stdin) == NULL) break;
    order[strcspn(order, "\n")] = '\0';
    obey(order);
    was_shaken = is_shaken();
  }
  struct uhid_event destroy = {.type = UHID_DESTROY};
  send_event(&destroy);
  return 0;
}
