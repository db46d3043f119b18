// The parts of the C library that Swift's Glibc module leaves out.

#ifndef CDEFAULTS_SHIM_H
#define CDEFAULTS_SHIM_H

#ifndef __linux__
#error "This package keeps preferences on Linux; on Apple's systems, use sindresorhus/Defaults."
#endif

#include <linux/posix_acl.h>
#include <sys/auxv.h>
#include <sys/xattr.h>

// fcntl(2) commands for locks of open files, which fcntl.h defines only with _GNU_SOURCE.
enum {
  cdefaults_F_OFD_GETLK = 36,
  cdefaults_F_OFD_SETLK = 37,
};

// An open(2) flag that fcntl.h defines only with _GNU_SOURCE.
enum { cdefaults_O_PATH = 010000000 };

// A function of sys/mman.h and its flag that it declares only with _GNU_SOURCE.
extern int memfd_create(const char *name, unsigned int flags);
enum { cdefaults_MFD_CLOEXEC = 1 };

// The environment of the process, which unistd.h declares only with _GNU_SOURCE.
extern char **environ;

static inline char **cdefaults_environment(void) {
  return environ;
}

// Returns what the module Defaults does for its core with Foundation; NULL if the program has only the
// core. The symbol is weak, so that the core does not need the module.
extern void *defaults_foundation(void) __attribute__((weak));

static inline void *cdefaults_find_foundation(void) {
  return defaults_foundation ? defaults_foundation() : 0;
}

#endif
