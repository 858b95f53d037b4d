#ifndef WAYSIDE_COPENSSL_H
#define WAYSIDE_COPENSSL_H
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

// OPENSSL_free is a macro that names the place it is called from.
static inline void wayside_openssl_free(void *bytes) { OPENSSL_free(bytes); }

// A key of P-256 of an uncompressed point, with its private number where that is known; NULL if the
// point is none. In C, because the names of parameters are kept by their addresses.
static inline EVP_PKEY *wayside_openssl_p256(
    const unsigned char *point, size_t length, const BIGNUM *number) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (context != NULL && builder != NULL
      && OSSL_PARAM_BLD_push_utf8_string(
             builder, OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) == 1
      && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, length) == 1
      && (number == NULL
          || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1)
      && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL
      && EVP_PKEY_fromdata_init(context) == 1
      && EVP_PKEY_fromdata(
             context, &key, number == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, parameters)
             != 1) {
    key = NULL;
  }
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  return key;
}
#endif
