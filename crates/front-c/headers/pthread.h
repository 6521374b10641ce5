/* POSIX, with the sizes of Linux. What the objects hold is for the model of the library to say. */
#pragma once
#include <features.h>
#include <sched.h>
#include <stddef.h>
#include <bits/types.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
typedef volatile int pthread_spinlock_t;
#ifdef __LP64__
#define __TRIBUNAL_PTHREAD(name, size32, size64) typedef union { char __size[size64]; long __align; } name
#else
#define __TRIBUNAL_PTHREAD(name, size32, size64) typedef union { char __size[size32]; long __align; } name
#endif
__TRIBUNAL_PTHREAD(pthread_attr_t, 36, 56);
__TRIBUNAL_PTHREAD(pthread_mutex_t, 24, 40);
__TRIBUNAL_PTHREAD(pthread_cond_t, 48, 48);
__TRIBUNAL_PTHREAD(pthread_rwlock_t, 32, 56);
__TRIBUNAL_PTHREAD(pthread_rwlockattr_t, 8, 8);
__TRIBUNAL_PTHREAD(pthread_barrier_t, 20, 32);
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
#undef __TRIBUNAL_PTHREAD
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#ifdef __LP64__
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP { { [16] = 1 } }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP { { [16] = 2 } }
#else
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP { { [12] = 1 } }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP { { [12] = 2 } }
#endif
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument);
void pthread_exit(void *value) __attribute__((__noreturn__));
int pthread_join(pthread_t thread, void **value);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_once(pthread_once_t *control, void (*function)(void));
int pthread_cancel(pthread_t thread);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
void pthread_testcancel(void);
int pthread_kill(pthread_t thread, int number);
int pthread_yield(void);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared);
int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex);
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);
int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned int count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void));
