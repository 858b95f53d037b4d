#ifndef WAYSIDE_CCURL_H
#define WAYSIDE_CCURL_H
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take any number of arguments of any type, which Swift
// cannot call: one function for each type.

typedef size_t (*wayside_curl_transfer)(char *bytes, size_t size, size_t count, void *context);
typedef int (*wayside_curl_progress)(
    void *context, curl_off_t expected, curl_off_t received, curl_off_t to_send, curl_off_t sent);
typedef curl_socket_t (*wayside_curl_open)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode wayside_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode wayside_curl_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode wayside_curl_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode wayside_curl_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode wayside_curl_context(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode wayside_curl_on_received(CURL *handle, wayside_curl_transfer function) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}
static inline CURLcode wayside_curl_on_send(CURL *handle, wayside_curl_transfer function) {
  return curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
}
static inline CURLcode wayside_curl_on_progress(CURL *handle, wayside_curl_progress function) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
static inline CURLcode wayside_curl_on_open(CURL *handle, wayside_curl_open function) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline long wayside_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
static inline const char *wayside_curl_redirect(CURL *handle) {
  char *address = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &address);
  return address;
}
static inline const struct sockaddr *wayside_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
#endif
