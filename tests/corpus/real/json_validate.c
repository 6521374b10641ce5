// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A validator of JSON by mutual recursion, for short texts. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#define DEPTH 3

static bool value(const char *s, size_t *at, size_t n, int depth);

static void space(const char *s, size_t *at, size_t n) {
  while (*at < n && (s[*at] == ' ' || s[*at] == '\n')) ++*at;
}

static bool literal(const char *s, size_t *at, size_t n, const char *word, size_t len) {
  if (n - *at < len) return false;
  for (size_t i = 0; i < len; i++)
    if (s[*at + i] != word[i]) return false;
  *at += len;
  return true;
}

static bool string(const char *s, size_t *at, size_t n) {
  if (*at >= n || s[*at] != '"') return false;
  ++*at;
  while (*at < n) {
    unsigned char c = (unsigned char)s[*at];
    if (c == '"') {
      ++*at;
      return true;
    }
    if (c == '\\') {
      ++*at;
#ifndef PLANTED
      if (*at >= n) return false;
#endif
      c = (unsigned char)s[*at];
      if (c != '"' && c != '\\' && c != '/' && c != 'n') return false;
    } else if (c < 32) {
      return false;
    }
    ++*at;
  }
  return false;
}

static bool number(const char *s, size_t *at, size_t n) {
  size_t start = *at;
  if (*at < n && s[*at] == '-') ++*at;
  size_t digits = *at;
  while (*at < n && '0' <= s[*at] && s[*at] <= '9') ++*at;
  if (*at == digits || (*at - digits > 1 && s[digits] == '0')) {
    *at = start;
    return false;
  }
  return true;
}

static bool sequence(const char *s, size_t *at, size_t n, int depth, char end, bool named) {
  ++*at;
  space(s, at, n);
  if (*at < n && s[*at] == end) {
    ++*at;
    return true;
  }
  while (*at < n) {
    if (named) {
      if (!string(s, at, n)) return false;
      space(s, at, n);
      if (*at >= n || s[*at] != ':') return false;
      ++*at;
    }
    if (!value(s, at, n, depth + 1)) return false;
    if (*at >= n) return false;
    if (s[*at] == end) {
      ++*at;
      return true;
    }
    if (s[*at] != ',') return false;
    ++*at;
    space(s, at, n);
  }
  return false;
}

static bool value(const char *s, size_t *at, size_t n, int depth) {
  bool ok;
  if (depth >= DEPTH) return false;
  space(s, at, n);
  if (*at >= n) return false;
  switch (s[*at]) {
  case '"': ok = string(s, at, n); break;
  case '{': ok = sequence(s, at, n, depth, '}', true); break;
  case '[': ok = sequence(s, at, n, depth, ']', false); break;
  case 't': ok = literal(s, at, n, "true", 4); break;
  case 'n': ok = literal(s, at, n, "null", 4); break;
  default: ok = number(s, at, n);
  }
  space(s, at, n);
  return ok;
}

int main(void) {
  char text[5];
  size_t at = 0;
  take_bytes(text, sizeof text);
  bool ok = value(text, &at, sizeof text, 0);
  assert(at <= sizeof text);
  if (ok && at == 1) assert('0' <= text[0] && text[0] <= '9');
  return 0;
}
