#ifndef GESTURED_FILTER_REPORT_H
#define GESTURED_FILTER_REPORT_H

/// Writes a line to standard error. It never names a place or a key. SEC-13
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
