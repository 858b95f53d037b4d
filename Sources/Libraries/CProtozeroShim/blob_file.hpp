#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <protozero/data_view.hpp>

// The outer layer of OpenStreetMap PBF: a file of blobs, each with a small header before it
// (wiki.openstreetmap.org/wiki/PBF_Format, "File format").

// Not OpenStreetMap PBF, or damaged.
struct format_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file ends where it should go on.
struct cut_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct system_failure {
  int code;
};

// Where a blob lies.
struct blob_frame {
  int64_t start;
  int64_t data;
  uint32_t size;

  int64_t end() const { return data + size; }
};

// An open file, read by position.
class blob_file {
 public:
  explicit blob_file(const char *path);
  ~blob_file();
  blob_file(const blob_file &) = delete;
  blob_file &operator=(const blob_file &) = delete;

  int64_t size() const { return size_; }

  // Reads the frame of the blob at `start`; false at the end of the file.
  bool read_frame(int64_t start, const char *expected_type, blob_frame &frame) const;

  // The blob's content, unpacked into `unpacked` or, if it is not packed, left in `packed`. Both
  // must live as long as the result.
  protozero::data_view read(const blob_frame &frame, std::string &packed,
                            std::string &unpacked) const;

 private:
  void read_at(int64_t offset, char *target, std::size_t count) const;

  int descriptor_ = -1;
  int64_t size_ = 0;
};
