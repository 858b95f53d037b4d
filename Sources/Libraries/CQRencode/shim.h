#ifndef WAYSIDE_CQRENCODE_H
#define WAYSIDE_CQRENCODE_H
#include <qrencode.h>
#endif
