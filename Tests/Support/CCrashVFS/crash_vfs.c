#include "crash_vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILES 16
#define PATH_SIZE 512

struct crash_file {
  sqlite3_file base;
  int number;
  // The real file follows in the same allocation.
  sqlite3_file *real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char watched[PATH_SIZE];
static char files[MAX_FILES][PATH_SIZE];
static int file_count;
static struct crash_entry *entries;
static int entry_count, entry_capacity;
static int syncs;
static enum crash_op fail_kind;
static int fail_after, fail_code;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;

// The number of a watched file, or -1. Call with the lock held.
static int number_of(const char *path) {
  size_t length = strlen(watched);
  if (!path || length == 0 || strncmp(path, watched, length) != 0) return -1;
  for (int i = 0; i < file_count; i++)
    if (strcmp(files[i], path) == 0) return i;
  if (file_count == MAX_FILES || strlen(path) >= PATH_SIZE) return -1;
  strcpy(files[file_count], path);
  return file_count++;
}

// Call with the lock held.
static void append(enum crash_op op, int file, int64_t offset, const void *bytes, int64_t count) {
  if (watched[0] == 0) return;
  if (entry_count == entry_capacity) {
    int capacity = entry_capacity ? entry_capacity * 2 : 1024;
    struct crash_entry *more = realloc(entries, (size_t)capacity * sizeof *entries);
    if (!more) abort();
    entries = more;
    entry_capacity = capacity;
  }
  uint8_t *copy = 0;
  if (count > 0) {
    copy = malloc((size_t)count);
    if (!copy) abort();
    memcpy(copy, bytes, (size_t)count);
  }
  entries[entry_count++] = (struct crash_entry){op, file, offset, count, copy};
}

// The code to fail with, or 0. Call with the lock held.
static int failure(enum crash_op kind) {
  if (fail_code == 0 || kind != fail_kind) return 0;
  if (fail_after > 1) {
    fail_after--;
    return 0;
  }
  return fail_code;
}

// Records an operation of a watched file, unless it is to fail.
static int note(struct crash_file *f, enum crash_op op, int64_t offset, const void *bytes, int64_t n) {
  if (f->number < 0) return SQLITE_OK;
  pthread_mutex_lock(&lock);
  if (op == CRASH_SYNC) syncs++;
  int code = failure(op);
  if (code == 0) append(op, f->number, offset, bytes, n);
  pthread_mutex_unlock(&lock);
  return code;
}

#define REAL(file) (((struct crash_file *)(file))->real)

static int file_close(sqlite3_file *f) { return REAL(f)->pMethods->xClose(REAL(f)); }

static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 offset) {
  return REAL(f)->pMethods->xRead(REAL(f), to, n, offset);
}

static int file_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 offset) {
  int code = note((struct crash_file *)f, CRASH_WRITE, offset, from, n);
  return code ? code : REAL(f)->pMethods->xWrite(REAL(f), from, n, offset);
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  int code = note((struct crash_file *)f, CRASH_TRUNCATE, size, 0, 0);
  return code ? code : REAL(f)->pMethods->xTruncate(REAL(f), size);
}

static int file_sync(sqlite3_file *f, int flags) {
  // A watched file's power cut happens in the record only: its syncs need not take time.
  if (((struct crash_file *)f)->number >= 0) return note((struct crash_file *)f, CRASH_SYNC, 0, 0, 0);
  return REAL(f)->pMethods->xSync(REAL(f), flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) {
  return REAL(f)->pMethods->xFileSize(REAL(f), size);
}

static int file_lock(sqlite3_file *f, int level) {
  return REAL(f)->pMethods->xLock(REAL(f), level);
}

static int file_unlock(sqlite3_file *f, int level) {
  return REAL(f)->pMethods->xUnlock(REAL(f), level);
}

static int file_check_lock(sqlite3_file *f, int *result) {
  return REAL(f)->pMethods->xCheckReservedLock(REAL(f), result);
}

static int file_control(sqlite3_file *f, int op, void *argument) {
  return REAL(f)->pMethods->xFileControl(REAL(f), op, argument);
}

static int file_sector_size(sqlite3_file *f) { return REAL(f)->pMethods->xSectorSize(REAL(f)); }

static int file_characteristics(sqlite3_file *f) {
  // None: a disk that promises nothing about order or whole sectors.
  (void)f;
  return 0;
}

static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **to) {
  return REAL(f)->pMethods->xShmMap(REAL(f), page, size, extend, to);
}

static int file_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
  return REAL(f)->pMethods->xShmLock(REAL(f), offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *f) { REAL(f)->pMethods->xShmBarrier(REAL(f)); }

static int file_shm_unmap(sqlite3_file *f, int delete_flag) {
  return REAL(f)->pMethods->xShmUnmap(REAL(f), delete_flag);
}

// Version 2: shared memory, but no memory-mapped reading, which would go past the record.
static const sqlite3_io_methods methods = {
  2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
  file_unlock, file_check_lock, file_control, file_sector_size, file_characteristics,
  file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, 0, 0};

static int vfs_open(
    sqlite3_vfs *self, sqlite3_filename path, sqlite3_file *file, int flags, int *out) {
  (void)self;
  struct crash_file *f = (struct crash_file *)file;
  f->base.pMethods = 0;
  f->real = (sqlite3_file *)(f + 1);
  pthread_mutex_lock(&lock);
  f->number = number_of(path);
  pthread_mutex_unlock(&lock);
  int code = real_vfs->xOpen(real_vfs, path, f->real, flags, out);
  if (f->real->pMethods) f->base.pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *self, const char *path, int sync) {
  (void)self;
  pthread_mutex_lock(&lock);
  int number = number_of(path);
  if (number >= 0) append(CRASH_DELETE, number, sync, 0, 0);
  pthread_mutex_unlock(&lock);
  return real_vfs->xDelete(real_vfs, path, sync);
}

int crash_vfs_register(void) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (!real_vfs) {
    real_vfs = sqlite3_vfs_find(0);
    if (!real_vfs) {
      code = SQLITE_ERROR;
    } else {
      // Everything but opening and deleting is the real one's, called with its own structure.
      vfs = *real_vfs;
      vfs.pNext = 0;
      vfs.szOsFile = (int)sizeof(struct crash_file) + real_vfs->szOsFile;
      vfs.zName = "crash";
      vfs.xOpen = vfs_open;
      vfs.xDelete = vfs_delete;
      code = sqlite3_vfs_register(&vfs, 0);
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}

void crash_vfs_watch(const char *folder) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < entry_count; i++) free((void *)entries[i].bytes);
  entry_count = file_count = syncs = fail_code = 0;
  strncpy(watched, folder, PATH_SIZE - 1);
  pthread_mutex_unlock(&lock);
}

void crash_vfs_stop(void) {
  pthread_mutex_lock(&lock);
  watched[0] = 0;
  fail_code = 0;
  pthread_mutex_unlock(&lock);
}

void crash_vfs_mark(int64_t number) {
  pthread_mutex_lock(&lock);
  append(CRASH_MARK, -1, number, 0, 0);
  pthread_mutex_unlock(&lock);
}

void crash_vfs_fail(enum crash_op kind, int after, int code) {
  pthread_mutex_lock(&lock);
  fail_kind = kind;
  fail_after = after;
  fail_code = code;
  pthread_mutex_unlock(&lock);
}

int crash_vfs_count(void) { return entry_count; }

struct crash_entry crash_vfs_entry(int index) { return entries[index]; }

const char *crash_vfs_file(int file) { return file >= 0 && file < file_count ? files[file] : ""; }

int crash_vfs_syncs(void) { return syncs; }
