// The sockets that several programs of the benchmark use.
#pragma once

#include <netinet/in.h>

// Connects to a socket of the Unix domain.
int connect_to_path(const char *path);

// The address of a port of this machine.
struct sockaddr_in loopback_address(int port);

// Makes an `epoll` instance report that a descriptor is readable.
void watch(int epoll, int fd);
