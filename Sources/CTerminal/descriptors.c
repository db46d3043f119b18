#define _GNU_SOURCE

#include "CTerminal.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

int cterminal_signal_descriptor(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i += 1) {
    sigaddset(&set, signals[i]);
  }
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cterminal_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != sizeof info) {
    return 0;
  }
  return (int)info.ssi_signo;
}

int cterminal_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int cterminal_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int cterminal_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

void cterminal_ignore_signal(int signal) { (void)signal; }
