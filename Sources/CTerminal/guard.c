// Restores the terminal when the process crashes or calls exit().
//
// A crash would otherwise leave the shell in raw mode on the alternate screen, and lose the
// backtrace in the file that captures standard error. So each fatal signal gets the handler
// crash(), which restores the terminal and then lets the process die as it would have without the
// guard. A signal handler may call only async-signal-safe functions, so cterminal_guard_arm()
// stores everything beforehand: the bytes to write, the modes, the descriptors. The handler has a
// stack of its own, because SIGSEGV may mean that the stack has overflowed.
//
// Other signals also end a process that has no handler for them: a timer, SIGUSR1 from another program,
// a limit of the shell, a real-time signal. They get the same handler, unless the app has its own. The
// two signals below SIGRTMIN belong to the C library, which refuses handlers for them.
//
// After restoring, crash() writes one line: the signal, the address that was accessed, the place in
// the code, and the build, which together tell a developer where the program crashed. Swift's runtime
// would print a backtrace, but on a terminal it first waits half a minute for a key, which looks like
// a program that hangs. So its handler is called only if SWIFT_BACKTRACE is set. Any other previous
// handler, for example of a crash reporter, is always called.
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

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { most_bytes = 256, stack_size = 128 * 1024 };

static const struct {
  int signal;
  const char *name;
  // Whether the signal means a fault in the program; otherwise something else ends it.
  bool is_crash;
  // Whether a handler of the app is called after restoring; otherwise it is left in place.
  bool is_taken_over;
} fatal[] = {
  {SIGILL, "SIGILL", true, true},
  {SIGTRAP, "SIGTRAP", true, true},
  {SIGABRT, "SIGABRT", true, true},
  {SIGSEGV, "SIGSEGV", true, true},
  {SIGBUS, "SIGBUS", true, true},
  {SIGFPE, "SIGFPE", true, true},
  {SIGSYS, "SIGSYS", true, true},
  {SIGQUIT, "SIGQUIT", false, true},
  {SIGALRM, "SIGALRM", false, false},
  {SIGVTALRM, "SIGVTALRM", false, false},
  {SIGPROF, "SIGPROF", false, false},
  {SIGUSR1, "SIGUSR1", false, false},
  {SIGUSR2, "SIGUSR2", false, false},
  {SIGXCPU, "SIGXCPU", false, false},
  {SIGXFSZ, "SIGXFSZ", false, false},
  {SIGPOLL, "SIGPOLL", false, false},
  {SIGPWR, "SIGPWR", false, false},
  {SIGSTKFLT, "SIGSTKFLT", false, false},
};
enum { named_count = sizeof fatal / sizeof fatal[0], most_signals = named_count + 64 };

// The bounds of the program's code, which the linker defines.
extern const char __executable_start;
extern const char etext;

static cterminal_guard armed;
static char restoring_bytes[most_bytes];
static char program[64];
static char build[128];
static pid_t owner;
// The number of signals: those above, then the real-time signals, whose numbers the C library chooses.
static int fatal_count;
static int first_realtime;
static struct sigaction previous_actions[most_signals];
static bool skips_previous[most_signals];
static bool is_installed[most_signals];
static stack_t previous_stack;
static void *stack;
static atomic_bool is_armed;

// MARK: in a signal handler

static int signal_at(int i) {
  return i < named_count ? fatal[i].signal : first_realtime + i - named_count;
}

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

// Restores the terminal once, for the first caller, and never in a forked child; returns whether it
// did.
static bool restore(void) {
  if (getpid() != owner || !atomic_exchange(&is_armed, false)) {
    return false;
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
  return true;
}

// A line of text that is built without allocating; what does not fit is left out.
struct line {
  char bytes[512];
  size_t count;
};

static void add_text(struct line *line, const char *text) {
  for (; *text != 0 && line->count < sizeof line->bytes; text += 1) {
    line->bytes[line->count] = *text;
    line->count += 1;
  }
}

static void add_number(struct line *line, uintptr_t number, unsigned base) {
  char digits[2 * 3 * sizeof number + 1] = {0};
  char *first = digits + sizeof digits - 1;
  do {
    first -= 1;
    *first = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  add_text(line, base == 16 ? "0x" : "");
  add_text(line, first);
}

// Returns the address of the instruction that was executed, 0 where it is not known.
static uintptr_t instruction(const void *context) {
  const ucontext_t *machine = context;
#if defined(__x86_64__)
  return (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)machine->uc_mcontext.pc;
#else
  (void)machine;
  return 0;
#endif
}

// Writes a line about the end of the process on the restored screen.
static void report(int signal, const siginfo_t *info, const void *context) {
  struct line line = {.count = 0};
  add_text(&line, program);
  int known = 0;
  while (known < named_count && fatal[known].signal != signal) {
    known += 1;
  }
  bool is_crash = known < named_count && fatal[known].is_crash;
  // `abort` and `raise` send a signal as another process does.
  int code = info->si_code;
  bool is_sent = code == SI_USER || code == SI_QUEUE || code == SI_TKILL;
  bool is_from_another = is_sent && info->si_pid != owner;
  bool is_ended = is_from_another || !is_crash;
  add_text(&line, is_ended ? " was ended by signal " : " crashed with signal ");
  add_number(&line, (uintptr_t)signal, 10);
  add_text(&line, " (");
  if (known < named_count) {
    add_text(&line, fatal[known].name);
  } else {
    add_text(&line, "SIGRTMIN+");
    add_number(&line, (uintptr_t)(signal - first_realtime), 10);
  }
  add_text(&line, ")");
  if (is_from_another) {
    add_text(&line, " from process ");
    add_number(&line, (uintptr_t)info->si_pid, 10);
  } else if (!is_ended) {
    if (signal == SIGSEGV || signal == SIGBUS) {
      add_text(&line, " at address ");
      add_number(&line, (uintptr_t)info->si_addr, 16);
    }
    uintptr_t start = (uintptr_t)&__executable_start, place = instruction(context);
    bool is_own = place >= start && place < (uintptr_t)&etext;
    if (place != 0) {
      add_text(&line, is_own ? ", code at the program's start + " : ", code at ");
      add_number(&line, is_own ? place - start : place, 16);
    }
  }
  add_text(&line, ".");
  if (build[0] != 0) {
    add_text(&line, " Build: ");
    add_text(&line, build);
    add_text(&line, ".");
  }
  add_text(&line, "\n");
  write_all(armed.errors >= 0 ? armed.errors : STDERR_FILENO, line.bytes, line.count);
}

// Restores the previous handler of a signal.
static void put_back(int i) {
  if (is_installed[i]) {
    sigaction(signal_at(i), &previous_actions[i], NULL);
  }
}

static void crash(int signal, siginfo_t *info, void *context) {
  if (restore()) {
    report(signal, info, context);
  }
  struct sigaction previous = {.sa_handler = SIG_DFL};
  for (int i = 0; i < fatal_count; i += 1) {
    // A crash inside the handler called below must not come back to this one.
    put_back(i);
    if (signal_at(i) == signal && !skips_previous[i]) {
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

static void copy(const char *text, char *target, size_t size) {
  snprintf(target, size, "%s", text == NULL ? "" : text);
}

// Returns whether a handler belongs to Swift's runtime and SWIFT_BACKTRACE is not set. In a static program
// the runtime's handler cannot be recognised, but there the runtime installs none, since it finds no
// program that prints backtraces.
static bool is_unwanted(const struct sigaction *action) {
  const char *setting = getenv("SWIFT_BACKTRACE");
  if (!(action->sa_flags & SA_SIGINFO) || (setting != NULL && setting[0] != 0)) {
    return false;
  }
  Dl_info place;
  return dladdr((void *)action->sa_sigaction, &place) != 0 && place.dli_fname != NULL &&
         strstr(place.dli_fname, "libswiftCore") != NULL;
}

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
  copy(program_invocation_short_name, program, sizeof program);
  copy(guard->build, build, sizeof build);
  owner = getpid();
  first_realtime = SIGRTMIN;
  int realtime_count = SIGRTMAX - SIGRTMIN + 1;
  fatal_count = named_count + (realtime_count < 64 ? realtime_count : 64);
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
    const struct sigaction *previous = &previous_actions[i];
    sigaction(signal_at(i), NULL, &previous_actions[i]);
    skips_previous[i] = is_unwanted(previous);
    // The parent process had this signal ignored, as a shell does with SIGQUIT for background jobs.
    bool has_function = previous->sa_flags & SA_SIGINFO;
    bool is_ignored = !has_function && previous->sa_handler == SIG_IGN;
    bool is_default = !has_function && previous->sa_handler == SIG_DFL;
    bool is_taken_over = i < named_count && fatal[i].is_taken_over;
    is_installed[i] = is_taken_over ? !is_ignored : is_default;
    if (is_installed[i]) {
      sigaction(signal_at(i), &action, NULL);
    }
  }
  return 0;
}

void cterminal_guard_disarm(void) {
  if (!atomic_exchange(&is_armed, false)) {
    return;
  }
  for (int i = 0; i < fatal_count; i += 1) {
    put_back(i);
  }
  put_back_stack();
}
