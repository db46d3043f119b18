// The parts of the C library that Swift's Glibc module leaves out.

#ifndef CDEFAULTS_SHIM_H
#define CDEFAULTS_SHIM_H

#include <linux/posix_acl.h>
#include <sys/xattr.h>

// fcntl(2) commands for locks of open files, which fcntl.h defines only with _GNU_SOURCE.
enum {
  cdefaults_F_OFD_GETLK = 36,
  cdefaults_F_OFD_SETLK = 37,
};

// An open(2) flag that fcntl.h defines only with _GNU_SOURCE.
enum { cdefaults_O_PATH = 010000000 };

#endif
