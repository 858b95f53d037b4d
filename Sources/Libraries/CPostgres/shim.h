#ifndef WAYSIDE_CPOSTGRES_H
#define WAYSIDE_CPOSTGRES_H

#include <postgresql/libpq-fe.h>

// Character constants behind names: fields of an error answer.
enum {
  WAYSIDE_PG_SQLSTATE = PG_DIAG_SQLSTATE,
  WAYSIDE_PG_MESSAGE = PG_DIAG_MESSAGE_PRIMARY
};

#endif
