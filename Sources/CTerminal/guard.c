// Restores the terminal when the process crashes or calls exit().
//
// A crash would otherwise leave the shell in raw mode on the alternate screen, and lose the
// backtrace in the file that captures standard error. So each fatal signal gets the handler
// crash(), which restores the terminal and then lets the process die as it would have without the
// guard. A signal handler may call only async-signal-safe functions, so cterminal_guard_arm()
// stores everything beforehand: the bytes to write, the modes, the descriptors. The handler has a
// stack of its own, because SIGSEGV may mean that the stack has overflowed.
//
// The order in restore(): the bytes first, which leave the alternate screen; then the modes; then
// the captured standard error, so that it appears on the restored screen. The order in crash(): all
// previous handlers are put back before one is called, so that a crash inside it does not come back
// here; then the signal is raised again with its default action, so that the parent process sees
// which one it was. `is_armed` is exchanged atomically, so that two crashing threads restore only
// once, and `owner` is compared, because a forked child inherits the handlers and must not touch
// the terminal of its parent.
//
// The functions below "in a signal handler" call only async-signal-safe functions.

#define _GNU_SOURCE

#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_bytes = 256, stack_size = 128 * 1024 };

static const int fatal_signals[] = {
  SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS, SIGQUIT,
};
enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };

static cterminal_guard armed;
static char restoring_bytes[most_bytes];
static pid_t owner;
static struct sigaction previous_actions[fatal_count];
static stack_t previous_stack;
static void *stack;
static atomic_bool is_armed;

// MARK: in a signal handler

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EINTR) {
      continue;
    } else {
      return;
    }
  }
}

void cterminal_copy_captured(int captured, int target) {
  char buffer[1024];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(captured, buffer, sizeof buffer, offset)) > 0) {
    write_all(target, buffer, (size_t)count);
    offset += count;
  }
  if (ftruncate(captured, 0) == 0) {
    lseek(captured, 0, SEEK_SET);
  }
}

// Restores the terminal once, for the first caller, and never in a forked child.
static void restore(void) {
  if (getpid() != owner || !atomic_exchange(&is_armed, false)) {
    return;
  }
  int error = errno;
  // In the background, tcsetattr() would stop the process with SIGTTOU, so that is blocked.
  sigset_t output, mask;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  sigprocmask(SIG_BLOCK, &output, &mask);
  write_all(armed.terminal, restoring_bytes, armed.count);
  tcsetattr(armed.terminal, TCSANOW, &armed.modes);
  if (armed.captured_errors >= 0 && armed.errors >= 0) {
    dup2(armed.errors, STDERR_FILENO);
    cterminal_copy_captured(armed.captured_errors, armed.errors);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  errno = error;
}

static void crash(int signal, siginfo_t *info, void *context) {
  restore();
  struct sigaction previous = {.sa_handler = SIG_DFL};
  for (int i = 0; i < fatal_count; i += 1) {
    // A crash inside the handler called below must not come back to this one.
    sigaction(fatal_signals[i], &previous_actions[i], NULL);
    if (fatal_signals[i] == signal) {
      previous = previous_actions[i];
    }
  }
  sigprocmask(SIG_SETMASK, &armed.mask, NULL);
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  }
  // The parent process must see by which signal this one died.
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signal, &action, NULL);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, signal);
  sigprocmask(SIG_UNBLOCK, &own, NULL);
  raise(signal);
}

// MARK: outside of a signal handler

static void restore_at_exit(void) { restore(); }

static void put_back_stack(void) {
  if (stack == NULL) {
    return;
  }
  sigaltstack(&previous_stack, NULL);
  free(stack);
  stack = NULL;
}

int cterminal_guard_arm(const cterminal_guard *guard) {
  static bool watches_exit = false;
  if (atomic_load(&is_armed) || guard->count > most_bytes) {
    errno = EINVAL;
    return -1;
  }
  stack = malloc(stack_size);
  if (stack == NULL) {
    return -1;
  }
  stack_t own = {.ss_sp = stack, .ss_size = stack_size};
  if (sigaltstack(&own, &previous_stack) != 0) {
    free(stack);
    stack = NULL;
    return -1;
  }
  armed = *guard;
  memcpy(restoring_bytes, guard->bytes, guard->count);
  owner = getpid();
  atomic_store(&is_armed, true);
  if (!watches_exit) {
    watches_exit = atexit(restore_at_exit) == 0;
  }
  for (int i = 0; i < fatal_count; i += 1) {
    struct sigaction action = {
      .sa_sigaction = crash,
      .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER,
    };
    sigemptyset(&action.sa_mask);
    sigaction(fatal_signals[i], NULL, &previous_actions[i]);
    // The parent process had this signal ignored, as a shell does with SIGQUIT for background jobs.
    bool is_ignored = !(previous_actions[i].sa_flags & SA_SIGINFO) &&
                      previous_actions[i].sa_handler == SIG_IGN;
    if (!is_ignored) {
      sigaction(fatal_signals[i], &action, NULL);
    }
  }
  return 0;
}

void cterminal_guard_disarm(void) {
  if (!atomic_exchange(&is_armed, false)) {
    return;
  }
  for (int i = 0; i < fatal_count; i += 1) {
    sigaction(fatal_signals[i], &previous_actions[i], NULL);
  }
  put_back_stack();
}
