#include "cvips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// What is called of libvips 8.13 and later, and of the GLib it comes with, as their manuals have it.
typedef struct vips_image vips_image;

static struct {
  int (*init)(const char *name);
  void (*concurrency_set)(int threads);
  void (*cache_set_max)(int operations);
  void (*vector_set_enabled)(int enabled);
  void (*block_untrusted_set)(int state);
  void (*operation_block_set)(const char *name, int state);
  vips_image *(*image_new_from_buffer)(
    const void *file, size_t length, const char *options, ...);
  int (*thumbnail_image)(vips_image *in, vips_image **out, int width, ...);
  int (*webpsave_buffer)(vips_image *in, void **file, size_t *length, ...);
  vips_image *(*image_copy_memory)(vips_image *image);
  int (*image_remove)(vips_image *image, const char *name);
  int (*image_get_width)(const vips_image *image);
  int (*image_get_height)(const vips_image *image);
  const char *(*error_buffer)(void);
  void (*error_clear)(void);
  void (*thread_shutdown)(void);
  void (*object_unref)(void *object);
  void (*free)(void *memory);
  unsigned (*log_set_handler)(
    const char *domain, int levels, void (*tell)(const char *, int, const char *, void *),
    void *data);
} vips;

// libvips makes its types known while it starts: twice at once, and it ends the process.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static int started = 0;

// Values of VipsSize, VipsFailOn, VipsAccess and GLogLevelFlags.
enum { SIZE_DOWN = 2, FAIL_ON_ERROR = 2, ACCESS_SEQUENTIAL = 1, LOG_WARNING = 1 << 4 };

// What is wrong with a file is told to its sender; the log is not theirs to fill.
static void say_nothing(const char *domain, int level, const char *text, void *data) {
  (void)domain, (void)level, (void)text, (void)data;
}

static void say(char *message, const char *text) {
  snprintf(message, CVIPS_MESSAGE, "%s", text);
  char *end = strchr(message, '\n');
  if (end != NULL) { *end = 0; }
}

static int find(void *library, const char *name, void *place, char *message) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    snprintf(message, CVIPS_MESSAGE, "libvips has no %s", name);
    return -1;
  }
  memcpy(place, &found, sizeof found);
  return 0;
}

static int start(char *message) {
  if (started) { return 0; }
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    say(message, dlerror());
    return -1;
  }
  if (find(library, "vips_init", &vips.init, message) ||
      find(library, "vips_concurrency_set", &vips.concurrency_set, message) ||
      find(library, "vips_cache_set_max", &vips.cache_set_max, message) ||
      find(library, "vips_vector_set_enabled", &vips.vector_set_enabled, message) ||
      find(library, "vips_block_untrusted_set", &vips.block_untrusted_set, message) ||
      find(library, "vips_operation_block_set", &vips.operation_block_set, message) ||
      find(library, "vips_image_new_from_buffer", &vips.image_new_from_buffer, message) ||
      find(library, "g_log_set_handler", &vips.log_set_handler, message) ||
      find(library, "vips_thumbnail_image", &vips.thumbnail_image, message) ||
      find(library, "vips_webpsave_buffer", &vips.webpsave_buffer, message) ||
      find(library, "vips_image_copy_memory", &vips.image_copy_memory, message) ||
      find(library, "vips_image_remove", &vips.image_remove, message) ||
      find(library, "vips_image_get_width", &vips.image_get_width, message) ||
      find(library, "vips_image_get_height", &vips.image_get_height, message) ||
      find(library, "vips_error_buffer", &vips.error_buffer, message) ||
      find(library, "vips_error_clear", &vips.error_clear, message) ||
      find(library, "vips_thread_shutdown", &vips.thread_shutdown, message) ||
      find(library, "g_object_unref", &vips.object_unref, message) ||
      find(library, "g_free", &vips.free, message)) {
    return -1;
  }
  if (vips.init("wayside") != 0) {
    say(message, vips.error_buffer());
    return -1;
  }
  vips.log_set_handler("VIPS", LOG_WARNING, say_nothing, NULL);
  vips.concurrency_set(1);
  vips.cache_set_max(0);
  // It would write machine code, which the hardened unit forbids.
  vips.vector_set_enabled(0);
  vips.block_untrusted_set(1);
  // Every way to read a file is closed, then three are opened again.
  vips.operation_block_set("VipsForeignLoad", 1);
  vips.operation_block_set("VipsForeignLoadJpeg", 0);
  vips.operation_block_set("VipsForeignLoadPng", 0);
  vips.operation_block_set("VipsForeignLoadWebp", 0);
  started = 1;
  return 0;
}

int cvips_start(char message[CVIPS_MESSAGE]) {
  pthread_mutex_lock(&starting);
  int outcome = start(message);
  pthread_mutex_unlock(&starting);
  return outcome;
}

// Decodes the file within the largest box, in memory.
static vips_image *decoded(const uint8_t *file, size_t length, cvips_box box) {
  // Not vips_thumbnail_buffer: it forgets to fail on what is cut off (8.14.1).
  vips_image *stored = vips.image_new_from_buffer(
    file, length, "", "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR, NULL);
  if (stored == NULL) { return NULL; }
  vips_image *lazy = NULL;
  int failed = vips.thumbnail_image(
    stored, &lazy, box.width, "height", box.height, "size", SIZE_DOWN, "export-profile", "srgb",
    NULL);
  vips.object_unref(stored);
  if (failed) { return NULL; }
  vips_image *whole = vips.image_copy_memory(lazy);
  vips.object_unref(lazy);
  // What a camera said of its owner goes here: "strip" of the saver leaves Exif in (8.14.1). The
  // profile is 7 kB in every file, to say what is the default.
  const char *said[] = {"exif-data", "xmp-data", "iptc-data", "orientation", "icc-profile-data"};
  for (size_t i = 0; whole != NULL && i < sizeof said / sizeof *said; i++) {
    vips.image_remove(whole, said[i]);
  }
  return whole;
}

static int save(vips_image *image, int32_t quality, cvips_file *file) {
  void *bytes = NULL;
  if (vips.webpsave_buffer(image, &bytes, &file->length, "Q", quality, "strip", 1, NULL)) {
    return -1;
  }
  file->bytes = bytes;
  file->width = vips.image_get_width(image);
  file->height = vips.image_get_height(image);
  return 0;
}

int cvips_sizes(
  const uint8_t *file, size_t length, const cvips_box *boxes, int32_t count, cvips_file *files,
  char message[CVIPS_MESSAGE]) {
  memset(files, 0, sizeof(cvips_file) * (size_t)count);
  vips_image *image = decoded(file, length, boxes[0]);
  int failed = image == NULL;
  for (int32_t i = 0; i < count && !failed; i++) {
    if (i > 0) {
      vips_image *lazy = NULL;
      failed = vips.thumbnail_image(
        image, &lazy, boxes[i].width, "height", boxes[i].height, "size", SIZE_DOWN, NULL);
      if (failed) { break; }
      // The next size is made from this one.
      vips_image *smaller = vips.image_copy_memory(lazy);
      vips.object_unref(lazy);
      vips.object_unref(image);
      image = smaller;
      if (image == NULL) { failed = 1; break; }
    }
    failed = save(image, boxes[i].quality, &files[i]);
  }
  if (image != NULL) { vips.object_unref(image); }
  if (failed) {
    say(message, vips.error_buffer());
    for (int32_t i = 0; i < count; i++) { cvips_free(&files[i]); }
  }
  vips.error_clear();
  vips.thread_shutdown();
  return failed ? -1 : 0;
}

void cvips_free(cvips_file *file) {
  if (file->bytes != NULL) { vips.free(file->bytes); }
  memset(file, 0, sizeof *file);
}
