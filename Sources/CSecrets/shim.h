// The system calls of the kernel keyring, and the types of the functions of libsecret.

#ifndef CSECRETS_SHIM_H
#define CSECRETS_SHIM_H

#include <linux/keyctl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// add_key(2) and keyctl(2), which the C library does not have; Swift cannot call syscall(2) itself.

static inline long csecrets_add_key(const char *type, const char *description, const void *payload,
                                    size_t length, int32_t keyring) {
  return syscall(SYS_add_key, type, description, payload, length, keyring);
}

static inline long csecrets_keyctl(int operation, unsigned long first, unsigned long second,
                                   unsigned long third) {
  return syscall(SYS_keyctl, operation, first, second, third, 0UL);
}

// libsecret and GLib are loaded at run time, so their headers are not needed. These are the parts
// of their stable binary interface that are used.

typedef struct csecrets_GError {
  uint32_t domain;
  int code;
  char *message;
} csecrets_GError;

typedef struct csecrets_GList {
  void *data;
  struct csecrets_GList *next;
  struct csecrets_GList *previous;
} csecrets_GList;

typedef struct csecrets_GHashTable csecrets_GHashTable;

// SecretSearchFlags
enum {
  csecrets_SEARCH_ALL = 1 << 1,
  csecrets_SEARCH_UNLOCK = 1 << 2,
  csecrets_SEARCH_LOAD_SECRETS = 1 << 3,
};

typedef csecrets_GHashTable *_Nonnull (*csecrets_g_hash_table_new)(void *hash, void *equal);
typedef int (*csecrets_g_hash_table_insert)(csecrets_GHashTable *, void *key, void *value);
typedef void *(*csecrets_g_hash_table_lookup)(csecrets_GHashTable *, const void *key);
typedef void (*csecrets_g_hash_table_unref)(csecrets_GHashTable *);
typedef void (*csecrets_g_list_free)(csecrets_GList *);
typedef void (*csecrets_g_error_free)(csecrets_GError *);
typedef void (*csecrets_g_object_unref)(void *);

typedef csecrets_GList *(*csecrets_secret_password_searchv_sync)(
    const void *schema, csecrets_GHashTable *attributes, int flags, void *cancellable,
    csecrets_GError **error);
typedef int (*csecrets_secret_password_storev_sync)(
    const void *schema, csecrets_GHashTable *attributes, const char *collection, const char *label,
    const char *password, void *cancellable, csecrets_GError **error);
typedef int (*csecrets_secret_password_clearv_sync)(
    const void *schema, csecrets_GHashTable *attributes, void *cancellable, csecrets_GError **error);
typedef csecrets_GHashTable *(*csecrets_secret_retrievable_get_attributes)(void *item);
typedef uint64_t (*csecrets_secret_retrievable_get_modified)(void *item);
typedef void *(*csecrets_secret_retrievable_retrieve_secret_sync)(
    void *item, void *cancellable, csecrets_GError **error);
typedef const char *(*csecrets_secret_value_get)(void *value, size_t *length);
typedef void (*csecrets_secret_value_unref)(void *value);

#endif
