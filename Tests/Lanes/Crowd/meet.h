// Connections to the daemon's socket.
#pragma once

// A connected socket, or -1 with errno. Without SOCK_NONBLOCK in `flags`, the call waits while the socket's queue is full.
int meet(const char *path, int flags);
