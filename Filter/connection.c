#include "connection.h"
#include "report.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

void accept_connection(struct keeper *keeper, int listener, uid_t owner) {
  int connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (connection < 0) return;
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || (peer.uid != 0 && peer.uid != owner)) {
    report("connection: refused, because the peer is neither root nor the socket's owner");
    close(connection);
  } else if (keeper->connection >= 0) {
    report("connection: refused, because there is one already");
    close(connection);
  } else {
    keeper_connect(keeper, connection);
  }
}

void read_connection(struct keeper *keeper, int64_t now_ms) {
  // One byte more than a message has: a longer packet is cut to a length that no request has.
  _Alignas(struct filter_make) unsigned char packet[FILTER_MESSAGE_BYTES + 1];
  ssize_t length = recv(keeper->connection, packet, sizeof packet, MSG_DONTWAIT);
  if (length > 0) {
    keeper_take_packet(keeper, packet, (size_t)length, now_ms);
  } else if (length == 0 || (errno != EAGAIN && errno != EINTR)) {
    keeper_disconnect(keeper, now_ms);
  }
}
