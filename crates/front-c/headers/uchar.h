/* C11 7.28. */
#pragma once
#include <features.h>
#include <stddef.h>
#include <wchar.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
size_t mbrtoc16(char16_t *restrict out, const char *restrict text, size_t size, mbstate_t *restrict state);
size_t c16rtomb(char *restrict out, char16_t c, mbstate_t *restrict state);
size_t mbrtoc32(char32_t *restrict out, const char *restrict text, size_t size, mbstate_t *restrict state);
size_t c32rtomb(char *restrict out, char32_t c, mbstate_t *restrict state);
