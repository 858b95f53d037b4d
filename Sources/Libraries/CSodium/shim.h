#ifndef WAYSIDE_CSODIUM_H
#define WAYSIDE_CSODIUM_H
#include <sodium.h>
#endif
