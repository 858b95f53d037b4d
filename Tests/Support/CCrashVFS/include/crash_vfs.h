#ifndef WAYSIDE_CRASH_VFS_H
#define WAYSIDE_CRASH_VFS_H

#include <stdint.h>

// A SQLite file system that records what is written under one folder, and fails on demand.
//
// From the record a test can make the state of the disk after a power cut at any moment: what was
// written since a file's last sync may be there, or not, or in parts. Files elsewhere are untouched.

enum crash_op { CRASH_WRITE, CRASH_TRUNCATE, CRASH_SYNC, CRASH_DELETE, CRASH_MARK };

struct crash_entry {
  enum crash_op op;
  // Counts from 0 in order of first opening; -1 for marks.
  int file;
  // Where was written, the new size, the mark's number, or whether a deletion was synced.
  int64_t offset;
  int64_t count;
  // Valid until the next crash_vfs_watch.
  const uint8_t *bytes;
};

// Makes the file system known as "crash"; idempotent. 0 if all is well. Not the default one: PROJ
// builds upon that and does not survive its change.
int crash_vfs_register(void);

// Forgets the record and starts a new one of files under `folder`.
void crash_vfs_watch(const char *folder);

// Stops recording and failing.
void crash_vfs_stop(void);

// Notes that something was acknowledged.
void crash_vfs_mark(int64_t number);

// The `after`-th next call of the kind, and all later ones, fail with `code`; 0 takes that back.
void crash_vfs_fail(enum crash_op kind, int after, int code);

int crash_vfs_count(void);
struct crash_entry crash_vfs_entry(int index);
// The path of a file; empty if there is none.
const char *crash_vfs_file(int file);
// How many syncs were asked for, failed ones included.
int crash_vfs_syncs(void);

#endif
