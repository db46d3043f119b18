// The C code of the tool.

#ifndef CPREFS_H
#define CPREFS_H

/// The commit and package that the tool was built for, or "development build".
const char *cprefs_build(void);

/// The arguments of the process, with the name of the program first and a null pointer at the end.
///
/// It is a null pointer if the C library does not pass them to constructors, as musl does not.
char *const *cprefs_arguments(void);

/// The path with which the program was started.
const char *cprefs_program(void);

/// Returns the descriptor of an empty file that exists only in memory; -1 with errno if there is none.
int cprefs_memory_file(void);

#endif
