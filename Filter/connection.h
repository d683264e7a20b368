#ifndef GESTURED_FILTER_CONNECTION_H
#define GESTURED_FILTER_CONNECTION_H

#include "keeper.h"

/// Accepts a connection. Closes a second connection, and one of a user who is neither root nor the owner. SEC-4
void accept_connection(struct keeper *keeper, int listener, uid_t owner);

/// Reads one packet of the connection.
void read_connection(struct keeper *keeper, int64_t now_ms);

#endif
