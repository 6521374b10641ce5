// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A tokenizer for JSON that allocates nothing: tokens are ranges of the text. */
#include "input.h"
#include <assert.h>
#include <stddef.h>

enum kind { UNKNOWN, OBJECT, ARRAY, STRING, PRIMITIVE };
enum { NO_ROOM = -1, INVALID = -2, PARTIAL = -3 };

struct token { enum kind kind; int start, end, size; };
struct parser { unsigned at, next; int super; };

static struct token *fresh(struct parser *p, struct token *tokens, size_t count) {
  if (p->next >= count) return NULL;
  struct token *t = &tokens[p->next++];
  t->start = t->end = -1;
  t->size = 0;
  return t;
}

static int primitive(struct parser *p, const char *js, size_t len, struct token *tokens, size_t count) {
  int start = (int)p->at;
  for (; p->at < len && js[p->at] != '\0'; p->at++) {
    char c = js[p->at];
    if (c == ' ' || c == ',' || c == ']' || c == '}' || c == ':') break;
    if (c < 32 || c >= 127) {
      p->at = (unsigned)start;
      return INVALID;
    }
  }
  struct token *t = fresh(p, tokens, count);
  if (!t) {
    p->at = (unsigned)start;
    return NO_ROOM;
  }
  t->kind = PRIMITIVE;
  t->start = start;
  t->end = (int)p->at;
  p->at--;
  return 0;
}

static int string(struct parser *p, const char *js, size_t len, struct token *tokens, size_t count) {
  int start = (int)p->at++;
  for (; p->at < len && js[p->at] != '\0'; p->at++) {
    if (js[p->at] == '"') {
      struct token *t = fresh(p, tokens, count);
      if (!t) {
        p->at = (unsigned)start;
        return NO_ROOM;
      }
      t->kind = STRING;
      t->start = start + 1;
      t->end = (int)p->at;
      return 0;
    }
#ifdef PLANTED
    if (js[p->at] == '\\') {
#else
    if (js[p->at] == '\\' && p->at + 1 < len) {
#endif
      p->at++;
      switch (js[p->at]) {
      case '"': case '\\': case 'n': case 't': break;
      default: p->at = (unsigned)start; return INVALID;
      }
    }
  }
  p->at = (unsigned)start;
  return PARTIAL;
}

static int parse(struct parser *p, const char *js, size_t len, struct token *tokens, size_t count) {
  for (; p->at < len && js[p->at] != '\0'; p->at++) {
    char c = js[p->at];
    int r = 0;
    switch (c) {
    case '{': case '[': {
      struct token *t = fresh(p, tokens, count);
      if (!t) return NO_ROOM;
      if (p->super != -1) tokens[p->super].size++;
      t->kind = c == '{' ? OBJECT : ARRAY;
      t->start = (int)p->at;
      p->super = (int)p->next - 1;
      break;
    }
    case '}': case ']': {
      enum kind kind = c == '}' ? OBJECT : ARRAY;
      int i;
      for (i = (int)p->next - 1; i >= 0; i--) {
        struct token *t = &tokens[i];
        if (t->start != -1 && t->end == -1) {
          if (t->kind != kind) return INVALID;
          p->super = -1;
          t->end = (int)p->at + 1;
          break;
        }
      }
      if (i == -1) return INVALID;
      for (; i >= 0; i--) {
        if (tokens[i].start != -1 && tokens[i].end == -1) {
          p->super = i;
          break;
        }
      }
      break;
    }
    case '"':
      r = string(p, js, len, tokens, count);
      if (r < 0) return r;
      if (p->super != -1) tokens[p->super].size++;
      break;
    case ' ': case ',': break;
    case ':': p->super = (int)p->next - 1; break;
    default:
      r = primitive(p, js, len, tokens, count);
      if (r < 0) return r;
      if (p->super != -1) tokens[p->super].size++;
    }
  }
  for (int i = (int)p->next - 1; i >= 0; i--)
    if (tokens[i].start != -1 && tokens[i].end == -1) return PARTIAL;
  return (int)p->next;
}

int main(void) {
  char text[6];
  struct token tokens[4];
  struct parser p = {0, 0, -1};
  take_bytes(text, sizeof text);
  int count = parse(&p, text, sizeof text, tokens, 4);
  for (int i = 0; i < count; i++) assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= 6);
  return 0;
}
