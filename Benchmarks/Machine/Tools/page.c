#define _GNU_SOURCE
#include "page.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sockets.h"
#include "stop.h"

enum { TEXT = 1 };

// The key is the example of RFC 6455, section 1.3.
static const char handshake[] =
    "GET /v1 HTTP/1.1\r\n"
    "Host: 127.0.0.1:%d\r\n"
    "Origin: http://127.0.0.1:%d\r\n"
    "Connection: Upgrade\r\n"
    "Upgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: gestured.1\r\n"
    "\r\n";

// Reads a byte at a time, so that the first message stays for its reader.
static void read_answer(int bridge) {
  char answer[1024] = {0};
  size_t size = 0;
  while (!strstr(answer, "\r\n\r\n")) {
    if (size + 1 == sizeof answer) stop("the answer is too long: %s", answer);
    if (read(bridge, &answer[size], 1) != 1) stop("the bridge ends its answer: %s", answer);
    size++;
  }
  if (!strstr(answer, " 101 ")) stop("the bridge answers %s", answer);
}

int page_connect(int port) {
  struct sockaddr_in address = loopback_address(port);
  int bridge = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bridge < 0 || connect(bridge, (struct sockaddr *)&address, sizeof address) < 0) stop("port %d", port);
  char request[512];
  int size = snprintf(request, sizeof request, handshake, port, port);
  if (send(bridge, request, (size_t)size, 0) < 0) stop("the handshake");
  read_answer(bridge);
  return bridge;
}

// The size of a head that begins with these bytes. A server masks no message.
static size_t size_of_head(const unsigned char *head) {
  switch (head[1] & 127) {
    case 126: return 4;
    case 127: return 10;
    default: return 2;
  }
}

static unsigned long long size_of_message(const unsigned char *head) {
  size_t head_size = size_of_head(head);
  if (head_size == 2) return head[1];
  unsigned long long size = 0;
  for (size_t i = 2; i < head_size; i++) size = size << 8 | head[i];
  return size;
}

long page_count(struct page_messages *messages, const char *bytes, size_t size) {
  long count = 0;
  while (size > 0) {
    size_t step = 1;
    if (messages->rest > 0) {
      step = messages->rest < size ? (size_t)messages->rest : size;
      messages->rest -= step;
    } else {
      unsigned char *head = messages->head;
      head[messages->head_size++] = (unsigned char)*bytes;
      if (messages->head_size >= 2 && messages->head_size == size_of_head(head)) {
        count += (head[0] & 15) == TEXT;
        messages->rest = size_of_message(head);
        messages->head_size = 0;
      }
    }
    bytes += step;
    size -= step;
  }
  return count;
}
