#ifndef WAYSIDE_CICAL_H
#define WAYSIDE_CICAL_H
#include <libical/ical.h>
#endif
