#ifndef C_VERSION_H
#define C_VERSION_H

/// Returns the value of the macro `PREFS_BUILD`: the commit and the package that the program was
/// built for, or "development build".
const char *cversion_build(void);

#endif
