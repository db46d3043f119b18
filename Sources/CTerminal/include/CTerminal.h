// What the terminal needs of Linux that Swift's Glibc module does not have, and what must be C
// because it runs in a signal handler.

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

/// Returns the number of the next signal that has arrived, or 0 when none has.
int cterminal_next_signal(int descriptor);

/// Returns a descriptor that becomes readable when something is written to it, or -1.
///
/// The corresponding C function is `eventfd`; the descriptor does not block and is closed by exec.
int cterminal_event_descriptor(void);

/// Returns a descriptor of a file in memory, or -1 with `errno` set.
///
/// The corresponding C function is `memfd_create`; the descriptor is closed by exec.
int cterminal_memory_file(const char *name);

/// Returns the columns of a character by the C library's own tables, or -1 for none.
///
/// The corresponding C function is `wcwidth`.
int cterminal_width(uint32_t scalar);

/// A signal handler that does nothing; unlike an ignored signal it is not inherited through exec.
void cterminal_ignore_signal(int signal);

/// What must be put right when the program dies while a terminal is in its hands.
typedef struct {
  /// The terminal's descriptor.
  int terminal;
  /// What to write to it; copied.
  const void *bytes;
  /// How many bytes these are, at most 256.
  size_t count;
  /// The modes to set.
  struct termios modes;
  /// The signals to leave blocked for the handlers that were set before.
  sigset_t mask;
  /// Where the standard errors are kept meanwhile, or -1.
  int captured_errors;
  /// Where the standard errors belong, or -1.
  int errors;
} cterminal_guard;

/// Watches over the terminal until it is disarmed: on a crash or `exit` it is restored.
///
/// After a crash the handlers that were set before are called, so that a backtrace is printed on
/// the restored screen, and the program ends by the same signal as without a guard. One guard
/// can be armed at a time; the calling thread gets a signal stack of its own.
///
/// Returns 0, or -1 with `errno` set.
int cterminal_guard_arm(const cterminal_guard *guard);

/// Stops watching and puts back the handlers that were set before.
void cterminal_guard_disarm(void);

/// Copies what was written to a captured descriptor to another one, and empties the first.
void cterminal_copy_captured(int captured, int target);

#endif
