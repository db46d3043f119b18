// Checks of what is C in the package, for another processor than that of the build.
// The processors differ in the flags of open(2), in whether char is signed, and in the registers of a
// signal handler.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"

// With _GNU_SOURCE, the C library has its own names for the numbers in the shim.
#include "../../Sources/CDefaults/shim.h"
_Static_assert(cdefaults_F_OFD_GETLK == F_OFD_GETLK, "F_OFD_GETLK");
_Static_assert(cdefaults_F_OFD_SETLK == F_OFD_SETLK, "F_OFD_SETLK");
_Static_assert(cdefaults_O_PATH == O_PATH, "O_PATH");

#ifndef __clang__
#define _Nonnull
#endif
// Every system call in the shim must exist, and numbers of keys must stay negative.
#include "../../Sources/CSecrets/shim.h"
_Static_assert(KEY_SPEC_PROCESS_KEYRING == -2, "KEY_SPEC_PROCESS_KEYRING");
// GLib's structures have the layout of the shim if pointers are aligned.
_Static_assert(offsetof(csecrets_GError, message) == 8, "GError");
_Static_assert(offsetof(csecrets_GList, next) == sizeof(void *), "GList");

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      printf("%s:%d: not true: %s (errno %d)\n", __FILE__, __LINE__, #condition, errno); \
      exit(EXIT_FAILURE);                                               \
    }                                                                   \
  } while (0)

static void check_descriptors(void) {
  int signals[] = {SIGUSR1, SIGWINCH};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGWINCH);
  EXPECT(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  int descriptor = cterminal_signal_descriptor(signals, 2);
  EXPECT(descriptor >= 0);
  EXPECT(cterminal_next_signal(descriptor) == 0);
  EXPECT(raise(SIGWINCH) == 0);
  EXPECT(cterminal_next_signal(descriptor) == SIGWINCH);
  EXPECT(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);

  int event = cterminal_event_descriptor();
  unsigned long long one = 1, count = 0;
  EXPECT(read(event, &count, sizeof count) < 0 && errno == EAGAIN);
  EXPECT(write(event, &one, sizeof one) == sizeof one);
  EXPECT(read(event, &count, sizeof count) == sizeof count && count == 1);

  int file = cterminal_memory_file("test");
  EXPECT(write(file, "captured", 8) == 8);
  int ends[2];
  EXPECT(pipe(ends) == 0);
  cterminal_copy_captured(file, ends[1]);
  char bytes[16] = {0};
  EXPECT(read(ends[0], bytes, sizeof bytes) == 8 && strcmp(bytes, "captured") == 0);
  EXPECT(lseek(file, 0, SEEK_END) == 0);
}

// Locks as the store of property lists uses them, with the numbers of the shim.
static void check_locks(void) {
  char path[] = "/tmp/ctargets-XXXXXX";
  int first = mkstemp(path);
  int second = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  EXPECT(first >= 0 && second >= 0);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  EXPECT(fcntl(first, cdefaults_F_OFD_SETLK, &lock) == 0);
  EXPECT(fcntl(second, cdefaults_F_OFD_SETLK, &lock) < 0 && (errno == EAGAIN || errno == EACCES));
  char link[64];
  snprintf(link, sizeof link, "%s.link", path);
  EXPECT(symlink(path, link) == 0);
  EXPECT(open(link, O_RDWR | O_NOFOLLOW) < 0 && errno == ELOOP);
  EXPECT(open(path, O_RDONLY | O_DIRECTORY) < 0 && errno == ENOTDIR);
  EXPECT(open("/", cdefaults_O_PATH | O_DIRECTORY) >= 0);
  unlink(link);
  unlink(path);
}

static void arm(int terminal) {
  static const char restoring[] = "<restored>";
  cterminal_guard guard = {
    .terminal = terminal,
    .bytes = restoring,
    .count = strlen(restoring),
    .captured_errors = -1,
    .errors = -1,
    .build = "test",
  };
  sigemptyset(&guard.mask);
  EXPECT(cterminal_guard_arm(&guard) == 0);
}

// Ends a child process with an armed guard, and returns its status and what it wrote.
static int run(bool crashes, char *output, size_t size) {
  int ends[2];
  EXPECT(pipe(ends) == 0);
  fflush(stdout);
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    arm(STDOUT_FILENO);
    if (crashes) *(volatile int *)16 = 0;
    exit(3);
  }
  close(ends[1]);
  size_t count = 0;
  ssize_t part;
  while ((part = read(ends[0], output + count, size - 1 - count)) > 0) count += (size_t)part;
  output[count] = 0;
  close(ends[0]);
  int status = 0;
  EXPECT(waitpid(child, &status, 0) == child);
  return status;
}

static void check_guard(void) {
  char output[1024];
  int status = run(true, output, sizeof output);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
  printf("after a crash: %s", output);
  EXPECT(strncmp(output, "<restored>", 10) == 0);
  EXPECT(strstr(output, "crashed with signal 11 (SIGSEGV) at address 0x10, code at the program's start + 0x"));
  EXPECT(strstr(output, "Build: test.\n"));
  status = run(false, output, sizeof output);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  EXPECT(strcmp(output, "<restored>") == 0);
}

int main(void) {
  check_descriptors();
  check_locks();
  check_guard();
  printf("char is %s; everything is as expected.\n", (char)-1 < 0 ? "signed" : "unsigned");
  return 0;
}
