// A stand-in for libsecret and the parts of GLib that are used with it. It keeps its items in memory.
//
// The name of a suite decides what fails:
//   unreachable…  there is no session bus
//   locked…       secrets cannot be read, and new ones are refused without an error
//   picky…        the key "refused" cannot be stored
// fake_live_objects() returns how many objects the caller has not released.

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint32_t domain; int code; char *message; } GError;
typedef struct GList { void *data; struct GList *next, *previous; } GList;
typedef struct Pair { char *key, *value; struct Pair *next; } Pair;
typedef struct { int references; Pair *pairs; } Table;
typedef struct Item { Table *attributes; char *label, *secret; uint64_t modified; struct Item *next; } Item;
typedef struct { char *text; } Value;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Item *items;
static uint64_t modifications;
static int live;

static void created(void) { __atomic_add_fetch(&live, 1, __ATOMIC_SEQ_CST); }
static void released(void) { __atomic_sub_fetch(&live, 1, __ATOMIC_SEQ_CST); }
int fake_live_objects(void) { return __atomic_load_n(&live, __ATOMIC_SEQ_CST); }

unsigned g_str_hash(const void *text) { return (unsigned)strlen(text); }
int g_str_equal(const void *left, const void *right) { return strcmp(left, right) == 0; }

Table *g_hash_table_new(unsigned (*hash)(const void *), int (*equal)(const void *, const void *)) {
  // The caller must pass GLib's functions for texts.
  if (hash != g_str_hash || equal != g_str_equal) abort();
  Table *table = calloc(1, sizeof *table);
  table->references = 1;
  created();
  return table;
}

int g_hash_table_insert(Table *table, void *key, void *value) {
  Pair *pair = malloc(sizeof *pair);
  *pair = (Pair){key, value, table->pairs};
  table->pairs = pair;
  return 1;
}

void *g_hash_table_lookup(Table *table, const void *key) {
  for (Pair *pair = table->pairs; pair; pair = pair->next)
    if (strcmp(pair->key, key) == 0) return pair->value;
  return NULL;
}

void g_hash_table_unref(Table *table) {
  released();
  if (--table->references) return;
  while (table->pairs) {
    Pair *pair = table->pairs;
    table->pairs = pair->next;
    free(pair);
  }
  free(table);
}

void g_list_free(GList *list) {
  while (list) {
    GList *next = list->next;
    free(list);
    released();
    list = next;
  }
}

void g_error_free(GError *error) {
  free(error->message);
  free(error);
  released();
}

static void fail(GError **error, const char *message) {
  *error = calloc(1, sizeof **error);
  (*error)->message = strdup(message);
  created();
}

static Table *copied(Table *table) {
  Table *copy = calloc(1, sizeof *copy);
  copy->references = 1;
  for (Pair *pair = table->pairs; pair; pair = pair->next)
    g_hash_table_insert(copy, strdup(pair->key), strdup(pair->value));
  return copy;
}

static int matches(Table *table, Table *wanted) {
  for (Pair *pair = wanted->pairs; pair; pair = pair->next) {
    const char *value = g_hash_table_lookup(table, pair->key);
    if (!value || strcmp(value, pair->value) != 0) return 0;
  }
  return 1;
}

static int is_suite(Table *attributes, const char *start) {
  const char *suite = g_hash_table_lookup(attributes, "defaults-suite");
  return suite && strncmp(suite, start, strlen(start)) == 0;
}

void g_object_unref(void *object) {
  Item *item = object;
  free(item->secret);
  free(item);
  released();
}

GList *secret_password_searchv_sync(const void *schema, Table *wanted, int flags, void *cancellable,
                                    GError **error) {
  if (is_suite(wanted, "unreachable")) {
    fail(error, "Cannot autolaunch D-Bus without X11 $DISPLAY");
    return NULL;
  }
  GList *found = NULL;
  pthread_mutex_lock(&lock);
  for (Item *item = items; item; item = item->next) {
    if (!matches(item->attributes, wanted)) continue;
    Item *copy = malloc(sizeof *copy);
    *copy = *item;
    copy->secret = strdup(item->secret);
    created();
    GList *list = calloc(1, sizeof *list);
    list->data = copy;
    list->next = found;
    created();
    found = list;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

int secret_password_storev_sync(const void *schema, Table *attributes, const char *collection,
                                const char *label, const char *password, void *cancellable,
                                GError **error) {
  const char *key = g_hash_table_lookup(attributes, "defaults-key");
  if (is_suite(attributes, "locked") && strcmp(key, "seed") != 0) return 0;
  if (is_suite(attributes, "picky") && strcmp(key, "refused") == 0) {
    fail(error, "The item was refused.");
    return 0;
  }
  pthread_mutex_lock(&lock);
  Item *item = items;
  while (item && !matches(item->attributes, attributes)) item = item->next;
  if (!item) {
    item = calloc(1, sizeof *item);
    item->attributes = copied(attributes);
    item->next = items;
    items = item;
  }
  free(item->secret);
  item->secret = strdup(password);
  item->modified = ++modifications;
  pthread_mutex_unlock(&lock);
  return 1;
}

int secret_password_clearv_sync(const void *schema, Table *wanted, void *cancellable, GError **error) {
  int count = 0;
  pthread_mutex_lock(&lock);
  for (Item **place = &items; *place;) {
    if (matches((*place)->attributes, wanted)) {
      *place = (*place)->next;
      count++;
    } else {
      place = &(*place)->next;
    }
  }
  pthread_mutex_unlock(&lock);
  return count > 0;
}

Table *secret_retrievable_get_attributes(Item *item) {
  created();
  item->attributes->references++;
  return item->attributes;
}

uint64_t secret_retrievable_get_modified(Item *item) { return item->modified; }

Value *secret_retrievable_retrieve_secret_sync(Item *item, void *cancellable, GError **error) {
  if (is_suite(item->attributes, "locked")) return NULL;
  Value *value = malloc(sizeof *value);
  value->text = strdup(item->secret);
  created();
  return value;
}

const char *secret_value_get(Value *value, size_t *length) {
  *length = strlen(value->text);
  return value->text;
}

void secret_value_unref(Value *value) {
  free(value->text);
  free(value);
  released();
}
