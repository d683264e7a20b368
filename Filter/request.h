#ifndef GESTURED_FILTER_REQUEST_H
#define GESTURED_FILTER_REQUEST_H

#include "Protocol/filter-protocol.h"

#include <stdbool.h>
#include <stddef.h>

/// A request, by the kind in its header.
union request {
  struct filter_header header;
  struct filter_hello hello;
  struct filter_make make;
  struct filter_keep keep;
};

/// Reads a packet. Returns whether it has the form of a request: a known kind, its size, zeros where the protocol says so.
bool read_request(const void *packet, size_t length, union request *request);

/// The field of a request for a clone that has a wrong value, as `filter_field`; 0 where all are right.
uint32_t wrong_field(const struct filter_make *make);

/// Whether two requests ask for the same device. How it is kept may differ.
bool describe_the_same(const struct filter_make *left, const struct filter_make *right);

/// The size of the longest text of `properties_text`.
#define PROPERTIES_TEXT_BYTES (FILTER_PROPERTIES * (FILTER_TEXT_BYTES + 32))

/// Writes the properties of a checked request as udev reads them from a file, `NAME=value` a line. Returns the length.
size_t properties_text(const struct filter_make *make, char text[PROPERTIES_TEXT_BYTES]);

#endif
