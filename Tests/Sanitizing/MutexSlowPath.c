// Tells ThreadSanitizer what Synchronization.Mutex does where it cannot look.
//
// A mutex that nobody else wants is taken and given back by atomic operations that are inlined into
// our code, and so are seen. One that is wanted by others is taken and given back in the library,
// which is not instrumented, and in the kernel. Without the words below, every use of a contended
// mutex would look like a race. They say what happens in these two functions, and nothing more: a
// race of which no mutex keeps two threads is found as ever.
//
// The functions are methods of Synchronization._MutexHandle, so they take `self` as Swift does. The
// linker prefers these definitions to those of the library, which do the work.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Weak, because programs that are not instrumented are linked with this file too.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT _Bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK_SLOW);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT _Bool try_lock_slow(SELF void *mutex) {
  SWIFT _Bool (*original)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  _Bool is_locked = original(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
  SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
