/* What declarations of the library are dressed in. */
#pragma once
#include <features.h>
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __CONCAT(a, b) a##b
#define __STRING(x) #x
#define __THROW
#define __nonnull(parameters)
#define __attribute_pure__
#define __always_inline __inline__ __attribute__((__always_inline__))
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
