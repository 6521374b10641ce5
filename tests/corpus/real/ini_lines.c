// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Lines `name = value` and `[section]`, handed to a function by pointer. */
#include "input.h"
#include <assert.h>
#include <ctype.h>
#include <string.h>

#define NAME 4
typedef int handler(void *user, const char *section, const char *name, const char *value);

static char *right(char *s) {
  char *end = s + strlen(s);
  while (end > s && isspace((unsigned char)end[-1])) *--end = 0;
  return s;
}

static char *left(char *s) {
  while (*s && isspace((unsigned char)*s)) s++;
  return s;
}

static char *find(char *s, char c) {
  while (*s && *s != c) s++;
  return s;
}

static void copy(char *to, const char *from, size_t size) {
  strncpy(to, from, size);
#ifndef PLANTED
  to[size - 1] = 0;
#endif
}

static int lines(char *text, handler *tell, void *user) {
  char section[NAME] = "";
  int wrong = 0, line = 0;
  char *next;
  for (char *at = text; *at; at = next) {
    char *end = find(at, '\n');
    next = *end ? end + 1 : end;
    *end = 0;
    line++;
    char *start = left(right(at));
    if (*start == ';' || *start == 0) continue;
    if (*start == '[') {
      end = find(start + 1, ']');
      if (*end == ']') {
        *end = 0;
        copy(section, start + 1, sizeof section);
      } else if (!wrong) {
        wrong = line;
      }
      continue;
    }
    end = find(start, '=');
    if (*end != '=') {
      if (!wrong) wrong = line;
      continue;
    }
    *end = 0;
    if (!tell(user, section, right(start), left(end + 1)) && !wrong) wrong = line;
  }
  return wrong;
}

static int count(void *user, const char *section, const char *name, const char *value) {
  assert(strlen(section) < NAME);
  *(size_t *)user += strlen(name) + strlen(value);
  return *name != 0;
}

int main(void) {
  char text[9];
  size_t letters = 0;
  text[0] = '[';
  take_bytes(text + 1, 4);
  text[5] = ']';
  text[6] = '\n';
  take_bytes(text + 7, 1);
  text[8] = 0;
  int wrong = lines(text, count, &letters);
  assert(0 <= wrong && letters <= 8);
  char plain[6] = "a=";
  take_bytes(plain + 2, 3);
  plain[5] = 0;
  lines(plain, count, &letters);
  char name[NAME];
  copy(name, text + 1, sizeof name);
  assert(strlen(name) < NAME);
  return 0;
}
