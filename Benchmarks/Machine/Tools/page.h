// A page: a client of a bridge, which hears lines as messages of a WebSocket.
#pragma once

#include <stddef.h>

// The messages of a server, which arrive in pieces.
struct page_messages {
  unsigned char head[10];
  size_t head_size;
  unsigned long long rest;
};

// Connects to a bridge on a port of this machine, and waits for its answer to the handshake.
int page_connect(int port);

// The number of messages whose heads end in these bytes, which follow those before.
long page_count(struct page_messages *messages, const char *bytes, size_t size);
