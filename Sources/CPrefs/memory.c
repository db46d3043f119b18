// Makes a file in memory, which the Glibc module of Swift does not offer.

#define _GNU_SOURCE
#include "CPrefs.h"

#include <sys/mman.h>

int cprefs_memory_file(void) { return memfd_create("prefs", MFD_CLOEXEC); }
