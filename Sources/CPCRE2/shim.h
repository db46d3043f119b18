// PCRE2 for text in UTF-8. Its functions end in `_8` in Swift, because their plain names are macros.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
