// A subscriber of gestured that reads and asks, one line at a time. Any error ends the program, because it is a test.
#pragma once
#include <jansson.h>

struct subscriber;

// Connects to a socket of the daemon and reads its greeting.
struct subscriber *subscriber_connect(const char *path);

// The descriptor for poll(2).
int subscriber_fd(const struct subscriber *subscriber);

// Sends a request: a line without its end.
void subscriber_say(struct subscriber *subscriber, const char *request);

// The next line, which the caller releases. NULL when no whole line arrives in that time.
json_t *subscriber_hear(struct subscriber *subscriber, int milliseconds);

// Whether a member of a line equals that text.
int says(const json_t *line, const char *member, const char *text);
