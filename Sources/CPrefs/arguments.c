// Keeps the arguments. Swift reads them from /proc/self/cmdline, and so has none where /proc is not mounted:
// in a new root, or while an image is built.

#include "CPrefs.h"

#include <stdlib.h>
#include <sys/auxv.h>

static char *const *arguments = NULL;

#ifdef __GLIBC__
__attribute__((constructor)) static void keep(int count, char *const *values) {
  (void)count;
  arguments = values;
}
#endif

char *const *cprefs_arguments(void) { return arguments; }

const char *cprefs_program(void) { return (const char *)getauxval(AT_EXECFN); }
