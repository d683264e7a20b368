// A subscriber of gestured that reads and asks, one line at a time. What goes wrong ends the program: it is a test.
#pragma once
#include <jansson.h>

struct subscriber;

// Connects to a socket of the daemon and takes its greeting.
struct subscriber *subscriber_connect(const char *path);

// What poll(2) says of it.
int subscriber_fd(const struct subscriber *subscriber);

// Sends a request: a line without its end.
void subscriber_say(struct subscriber *subscriber, const char *request);

// The next line, which the caller lets go of; none where there is no whole one after that long.
json_t *subscriber_hear(struct subscriber *subscriber, int milliseconds);

// Whether a member of a line is that text.
int says(const json_t *line, const char *member, const char *text);
