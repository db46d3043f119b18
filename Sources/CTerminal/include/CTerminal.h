// Linux functions that Swift's Glibc module lacks, and code that must be C because it runs in a
// signal handler.

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Returns a descriptor from which the blocked signals are read, or -1 with `errno` set.
///
/// The corresponding C function is `signalfd`; the descriptor does not block and is closed by exec.
int cterminal_signal_descriptor(const int *signals, int count);

/// Returns the number of the next pending signal, or 0 when there is none.
int cterminal_next_signal(int descriptor);

/// Returns a descriptor that becomes readable when something is written to it, or -1.
///
/// The corresponding C function is `eventfd`; the descriptor does not block and is closed by exec.
int cterminal_event_descriptor(void);

/// Returns a descriptor of a file in memory, or -1 with `errno` set.
///
/// The corresponding C function is `memfd_create`; the descriptor is closed by exec.
int cterminal_memory_file(const char *name);

/// Returns the columns of a character by the C library's tables, or -1 when it cannot be shown.
///
/// The corresponding C function is `wcwidth`.
int cterminal_width(uint32_t scalar);

/// A signal handler that does nothing; unlike SIG_IGN it is not inherited through exec.
void cterminal_ignore_signal(int signal);

/// The data for restoring the terminal when the process dies.
typedef struct {
  /// The terminal's descriptor.
  int terminal;
  /// The bytes to write to the terminal; copied when the guard is armed.
  const void *bytes;
  /// The number of bytes, at most 256.
  size_t count;
  /// The terminal modes to set.
  struct termios modes;
  /// The signal mask to set before a previous handler is called.
  sigset_t mask;
  /// The descriptor of the file that captures standard error, or -1.
  int captured_errors;
  /// The descriptor of the real standard error, or -1.
  int errors;
  /// The build of the program for the message, or null; copied when the guard is armed.
  const char *build;
} cterminal_guard;

/// Arms the guard: until it is disarmed, a crash or `exit` restores the terminal.
///
/// After a crash, a line with the signal, the address and the build is printed on the restored screen,
/// and the process dies of the same signal as without a guard. Previous handlers are called first, but
/// the handler of Swift's runtime only if SWIFT_BACKTRACE is set. Only one guard can be armed at a time;
/// the calling thread gets a signal stack of its own.
///
/// Returns 0, or -1 with `errno` set.
int cterminal_guard_arm(const cterminal_guard *guard);

/// Disarms the guard and puts back the previous handlers.
void cterminal_guard_disarm(void);

/// Copies the content of the capturing file to another descriptor, and empties the file.
void cterminal_copy_captured(int captured, int target);

#endif
