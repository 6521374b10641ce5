/* What the library is: GNU's, in the version that the models follow; and what its declarations are dressed in, also those of other libraries. */
#pragma once
#ifndef __GLIBC__
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#endif
#define __GNU_LIBRARY__ 6
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __glibc_clang_prereq(major, minor) 0
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __CONCAT(a, b) a##b
#define __STRING(x) #x
#define __ptr_t void *
#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __NTHNL(function) function
#define __LEAF
#define __LEAF_ATTR
#define __nonnull(parameters)
#define __attribute_nonnull__(parameters)
#define __returns_nonnull
#define __wur
#define __attribute_pure__
#define __attribute_const__
#define __attribute_malloc__
#define __attribute_used__
#define __attribute_noinline__
#define __attribute_artificial__
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(text)
#define __attribute_warn_unused_result__
#define __attribute_maybe_unused__
#define __attribute_alloc_size__(parameters)
#define __attribute_alloc_align__(parameter)
#define __attribute_copy__(function)
#define __attribute_nonstring__
#define __attribute_returns_twice__
#define __attribute_format_arg__(parameter)
#define __attribute_format_strfmon__(format, first)
#define __attr_access(parameters)
#define __attr_access_none(parameter)
#define __attr_dealloc(function, parameter)
#define __attr_dealloc_free
#define __attr_dealloc_fclose
#define __fortified_attr_access(kind, pointer, size)
#define __extension_inline__
#define __always_inline __inline__ __attribute__((__always_inline__))
#define __fortify_function static __inline__
#define __flexarr []
#define __glibc_c99_flexarr_available 1
#define __restrict_arr restrict
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __glibc_has_attribute(attribute) 0
#define __glibc_has_builtin(name) 0
#define __glibc_has_extension(name) 0
#define __LDBL_REDIR_DECL(name)
#define __LDBL_REDIR1_DECL(name, alias)
#define __HAVE_GENERIC_SELECTION 1
#ifdef _GNU_SOURCE
#define __USE_GNU 1
#endif
#define __USE_MISC 1
#define __USE_POSIX 1
#define __USE_POSIX2 1
#define __USE_POSIX199309 1
#define __USE_POSIX199506 1
#define __USE_XOPEN2K 1
#define __USE_XOPEN2K8 1
#define __USE_ISOC99 1
#define __USE_ISOC11 1
