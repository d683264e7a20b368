// The floor of a bridge: passes the lines of a Unix socket on to a page, each as a message of a WebSocket.
//
//   floor-bridge PORT SOCKET
//
// It checks nothing, serves one page at a time, and waits for a slow page.
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sockets.h"
#include "stop.h"

enum { ROOM = 65536, LEAST_LINE = 16, HEAD_ROOM = 4 };

// The answer to the key that `page.c` sends.
static const char answer[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: gestured.1\r\n\r\n";

// The lines that were read, and how many of their bytes were; the messages made of them.
static char lines[ROOM];
static size_t size;
static unsigned char messages[ROOM + ROOM / LEAST_LINE * HEAD_ROOM];

static int listen_at(int port) {
  struct sockaddr_in address = loopback_address(port);
  int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) stop("port %d", port);
  return listener;
}

static void greet(int page) {
  char request[1024] = {0};
  for (size_t count = 0; !strstr(request, "\r\n\r\n");) {
    ssize_t more = read(page, request + count, sizeof request - 1 - count);
    if (more <= 0) stop("the page ends its handshake");
    count += (size_t)more;
  }
  if (send(page, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) stop("the answer");
}

// Makes messages of all whole lines, and keeps the beginning of the next line.
static size_t wrap(void) {
  unsigned char *to = messages;
  char *from = lines, *end;
  while ((end = memchr(from, '\n', (size_t)(lines + size - from)))) {
    size_t length = (size_t)(end - from);
    if (length < LEAST_LINE) stop("a line of %zu bytes", length);
    *to++ = 0x81;
    if (length < 126) {
      *to++ = (unsigned char)length;
    } else {
      *to++ = 126;
      *to++ = (unsigned char)(length >> 8);
      *to++ = (unsigned char)length;
    }
    memcpy(to, from, length);
    to += length;
    from = end + 1;
  }
  size -= (size_t)(from - lines);
  memmove(lines, from, size);
  return (size_t)(to - messages);
}

// Returns when the page sends something, which this one does only at its end.
static void pass_on(int daemon, int page) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  watch(epoll, daemon);
  watch(epoll, page);
  for (size = 0;;) {
    struct epoll_event event;
    if (epoll_wait(epoll, &event, 1, -1) < 1 || event.data.fd == page) break;
    if (size == sizeof lines) stop("a line is too long");
    ssize_t more = read(daemon, lines + size, sizeof lines - size);
    if (more <= 0) stop("the lines have ended");
    size += (size_t)more;
    (void)!send(page, messages, wrap(), MSG_NOSIGNAL);
  }
  close(epoll);
}

int main(int count, char **arguments) {
  if (count != 3) stop("usage: floor-bridge PORT SOCKET");
  int listener = listen_at(atoi(arguments[1])), on = 1;
  for (;;) {
    int page = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (page < 0) stop("accept4");
    setsockopt(page, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    greet(page);
    int daemon = connect_to_path(arguments[2]);
    pass_on(daemon, page);
    close(daemon);
    close(page);
  }
}
