// The curses library for Swift, which does not import macros with arguments or casts and refuses
// curses' globals as unsafe. Each one that is needed has a function here, prefixed `cncurses_`.

#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#include <stdio.h>

#include <curses.h>

// These come from <term.h>, which also defines macros named `lines` and `columns`.
extern int setupterm(const char *name, int descriptor, int *error);
extern int del_curterm(struct term *terminal);

/// The result of looking up a terminal type.
enum cncurses_terminal {
  CNCURSES_USABLE,
  CNCURSES_UNKNOWN,
  CNCURSES_TOO_SIMPLE,
};

/// Returns the value of a string capability, or null where the terminal lacks it.
static inline const char *cncurses_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

/// Looks up a terminal type; prints nothing and sends nothing to the terminal.
static inline int cncurses_probe(const char *name, int descriptor) {
  int error = 0;
  if (setupterm(name, descriptor, &error) != OK) {
    return CNCURSES_UNKNOWN;
  }
  int result = cncurses_capability("cup") != NULL && cncurses_capability("clear") != NULL
                 ? CNCURSES_USABLE
                 : CNCURSES_TOO_SIMPLE;
  extern struct term *cur_term;
  del_curterm(cur_term);
  return result;
}

/// Starts curses on the standard streams; returns null if the terminal type is unknown.
static inline SCREEN *cncurses_open(const char *name) { return newterm(name, stdout, stdin); }

/// Sends the bytes in the output buffer of curses.
static inline void cncurses_flush(void) { delay_output(0); }

/// Returns a capability with its parameters replaced by numbers; valid until the next call.
static inline const char *cncurses_expand(const char *capability, int first, int second) {
  const char *result = tiparm(capability, first, second);
  return result == NULL ? "" : result;
}

#endif
