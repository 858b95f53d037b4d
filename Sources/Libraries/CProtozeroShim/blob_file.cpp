#include "blob_file.hpp"

#include <fcntl.h>
#include <lz4.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <protozero/pbf_reader.hpp>

namespace {

// Both from the format's description: header blobs are at most 64 KiB, unpacked ones 32 MiB.
constexpr uint32_t longest_header = 64 * 1024;
constexpr int64_t longest_content = 32 * 1024 * 1024;

using protozero::pbf_wire_type;
using protozero::tag_and_type;

// Unpacks into exactly `raw_size` bytes, or throws.
void unpack_zlib(protozero::data_view packed, std::string &unpacked) {
  uLongf length = unpacked.size();
  const int outcome =
      uncompress(reinterpret_cast<Bytef *>(&unpacked[0]), &length,
                 reinterpret_cast<const Bytef *>(packed.data()), packed.size());
  if (outcome == Z_MEM_ERROR) throw std::bad_alloc{};
  if (outcome != Z_OK) throw format_error{"a blob cannot be unpacked (zlib)"};
  if (length != unpacked.size()) throw format_error{"a blob unpacks to another size than it says"};
}

void unpack_lz4(protozero::data_view packed, std::string &unpacked) {
  const int length =
      LZ4_decompress_safe(packed.data(), &unpacked[0], static_cast<int>(packed.size()),
                          static_cast<int>(unpacked.size()));
  if (length < 0) throw format_error{"a blob cannot be unpacked (lz4)"};
  if (static_cast<std::size_t>(length) != unpacked.size()) {
    throw format_error{"a blob unpacks to another size than it says"};
  }
}

}  // namespace

blob_file::blob_file(const char *path) {
  descriptor_ = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw system_failure{errno};
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) {
    const int code = errno;
    close(descriptor_);
    throw system_failure{code};
  }
  if (!S_ISREG(status.st_mode)) {
    close(descriptor_);
    throw format_error{"not a regular file"};
  }
  size_ = status.st_size;
}

blob_file::~blob_file() { close(descriptor_); }

void blob_file::read_at(int64_t offset, char *target, std::size_t count) const {
  while (count > 0) {
    const auto got = pread(descriptor_, target, count, offset);
    if (got < 0) {
      if (errno == EINTR) continue;
      throw system_failure{errno};
    }
    if (got == 0) throw cut_error{"the file ends inside a blob"};
    target += got;
    offset += got;
    count -= static_cast<std::size_t>(got);
  }
}

bool blob_file::read_frame(int64_t start, const char *expected_type, blob_frame &frame) const {
  if (start == size_) return false;
  if (size_ - start < 4) throw cut_error{"the file ends inside the length of a blob header"};
  unsigned char length[4];
  read_at(start, reinterpret_cast<char *>(length), 4);
  const uint32_t header_size = (uint32_t{length[0]} << 24) | (uint32_t{length[1]} << 16) |
                               (uint32_t{length[2]} << 8) | uint32_t{length[3]};
  if (header_size == 0 || header_size > longest_header) {
    throw format_error{"impossible length of a blob header"};
  }
  if (size_ - start - 4 < static_cast<int64_t>(header_size)) {
    throw cut_error{"the file ends inside a blob header"};
  }
  std::string header(header_size, '\0');
  read_at(start + 4, &header[0], header_size);

  int64_t data_size = -1;
  std::string type;
  protozero::pbf_reader message{header};
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(1, pbf_wire_type::length_delimited):
        type = message.get_string();
        break;
      case tag_and_type(3, pbf_wire_type::varint):
        data_size = message.get_int32();
        break;
      default:
        message.skip();
    }
  }
  if (type != expected_type) throw format_error{"unexpected type of blob"};
  if (data_size <= 0 || data_size > longest_content) {
    throw format_error{"impossible length of a blob"};
  }
  frame.start = start;
  frame.data = start + 4 + header_size;
  frame.size = static_cast<uint32_t>(data_size);
  if (size_ - frame.data < data_size) throw cut_error{"the file ends inside a blob"};
  return true;
}

protozero::data_view blob_file::read(const blob_frame &frame, std::string &packed,
                                     std::string &unpacked) const {
  packed.resize(frame.size);
  read_at(frame.data, &packed[0], frame.size);

  int64_t raw_size = -1;
  protozero::data_view content;
  void (*unpack)(protozero::data_view, std::string &) = nullptr;
  protozero::pbf_reader message{packed};
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(1, pbf_wire_type::length_delimited):
        return message.get_view();
      case tag_and_type(2, pbf_wire_type::varint):
        raw_size = message.get_int32();
        break;
      case tag_and_type(3, pbf_wire_type::length_delimited):
        content = message.get_view();
        unpack = unpack_zlib;
        break;
      case tag_and_type(6, pbf_wire_type::length_delimited):
        content = message.get_view();
        unpack = unpack_lz4;
        break;
      case tag_and_type(4, pbf_wire_type::length_delimited):
        throw format_error{"its blobs are packed with lzma, which is not supported"};
      case tag_and_type(5, pbf_wire_type::length_delimited):
        throw format_error{"its blobs are packed with bzip2, which is not supported"};
      case tag_and_type(7, pbf_wire_type::length_delimited):
        throw format_error{"its blobs are packed with zstd, which is not supported"};
      default:
        message.skip();
    }
  }
  if (!unpack) throw format_error{"a blob holds no data"};
  if (raw_size <= 0 || raw_size > longest_content) {
    throw format_error{"impossible size of an unpacked blob"};
  }
  unpacked.resize(static_cast<std::size_t>(raw_size));
  unpack(content, unpacked);
  return {unpacked.data(), unpacked.size()};
}
