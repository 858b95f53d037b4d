#ifndef WAYSIDE_CSPATIALITE_H
#define WAYSIDE_CSPATIALITE_H

#include <sqlite3.h>
#include <spatialite.h>

// sqlite3_config and sqlite3_db_config are variadic: Swift cannot call them.
static inline int wayside_sqlite_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int wayside_sqlite_keep_statement_journals_below(int bytes) {
  return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}

static inline int wayside_sqlite_set_defensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

static inline int wayside_sqlite_no_checkpoint_on_close(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// SQLITE_TRANSIENT is a cast: "copy the bytes before the call returns".
static inline int wayside_sqlite_bind_text(sqlite3_stmt *s, int i, const char *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, n == 0 ? "" : p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int wayside_sqlite_bind_blob(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return n == 0 ? sqlite3_bind_zeroblob(s, i, 0) : sqlite3_bind_blob64(s, i, p, n, SQLITE_TRANSIENT);
}

#endif
