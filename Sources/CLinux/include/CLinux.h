#ifndef GESTURED_CLINUX_H
#define GESTURED_CLINUX_H

/// What Swift's Glibc module does not show. Names keep their C spelling.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#endif
