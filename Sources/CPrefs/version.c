#include "CPrefs.h"

// Package.swift defines the macro if the environment has the variable PREFS_BUILD. Only this file
// depends on it, so a new value compiles one file.
#ifndef PREFS_BUILD
#define PREFS_BUILD "development build"
#endif

const char *cprefs_build(void) { return PREFS_BUILD; }
