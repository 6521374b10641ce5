// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Strings with their length and room before the text. */
#include "input.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct header { unsigned len, room; char text[]; };
typedef char *string;

static struct header *header_of(string s) { return (struct header *)(void *)(s - sizeof(struct header)); }
static unsigned length(string s) { return header_of(s)->len; }

static string make(const char *from, unsigned len) {
  struct header *h = malloc(sizeof *h + len + 1);
  if (!h) return NULL;
  h->len = h->room = len;
  memcpy(h->text, from, len);
  h->text[len] = 0;
  return h->text;
}

static void drop(string s) { if (s) free(header_of(s)); }

static string append(string s, const char *more, unsigned len) {
  struct header *h = header_of(s);
  if (h->room - h->len < len) {
#ifdef PLANTED
    unsigned room = h->len + len, size = sizeof *h + room;
#else
    unsigned room = 2 * (h->len + len), size = sizeof *h + room + 1;
#endif
    struct header *grown = realloc(h, size);
    if (!grown) {
      free(h);
      return NULL;
    }
    h = grown;
    h->room = room;
  }
  memcpy(h->text + h->len, more, len);
  h->len += len;
  h->text[h->len] = 0;
  return h->text;
}

static void trim(string s, const char *set) {
  char *first = s, *start = s, *end, *last;
  end = last = s + length(s) - 1;
  while (start <= last && strchr(set, *start)) start++;
  while (end > start && strchr(set, *end)) end--;
  unsigned len = start > end ? 0 : (unsigned)(end - start) + 1;
  if (first != start) memmove(first, start, len);
  s[len] = 0;
  header_of(s)->len = len;
}

int main(void) {
  char text[4];
  take_bytes(text, 4);
  string s = make(text, 2);
  if (!s) return 0;
  s = append(s, text + 2, 2);
  if (!s) return 0;
  trim(s, " \t");
  unsigned len = length(s);
  assert(len <= 4 && s[len] == 0);
  if (len) assert(s[0] != ' ' && s[len - 1] != ' ');
  drop(s);
  return 0;
}
