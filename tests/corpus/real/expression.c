// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* An expression of digits, operators and brackets, compiled to a tree and evaluated. */
#include "input.h"
#include <assert.h>
#include <stdlib.h>

struct expr { char op; int value; struct expr *left, *right; };
struct reader { const char *at; int wrong; };

static struct expr *sum(struct reader *r, int depth);

static void drop(struct expr *e) {
  if (!e) return;
  drop(e->left);
  drop(e->right);
  free(e);
}

static struct expr *make(struct reader *r, char op, struct expr *left, struct expr *right) {
  struct expr *e = malloc(sizeof *e);
  if (!e) {
    drop(left);
    drop(right);
    r->wrong = 1;
    return NULL;
  }
  e->op = op;
  e->value = 0;
  e->left = left;
  e->right = right;
  return e;
}

static struct expr *base(struct reader *r, int depth) {
  char c = *r->at;
  if ('0' <= c && c <= '9') {
    struct expr *e = make(r, 'n', NULL, NULL);
    if (e) e->value = c - '0';
    r->at++;
    return e;
  }
  if (c == '(' && depth < 2) {
    r->at++;
    struct expr *e = sum(r, depth + 1);
    if (*r->at == ')') r->at++; else r->wrong = 1;
    return e;
  }
  r->wrong = 1;
  return NULL;
}

static struct expr *product(struct reader *r, int depth) {
  struct expr *e = base(r, depth);
  while (!r->wrong && (*r->at == '*' || *r->at == '/')) {
    char op = *r->at++;
    struct expr *right = base(r, depth);
    e = make(r, op, e, right);
  }
  return e;
}

static struct expr *sum(struct reader *r, int depth) {
  struct expr *e = product(r, depth);
  while (!r->wrong && (*r->at == '+' || *r->at == '-')) {
    char op = *r->at++;
    struct expr *right = product(r, depth);
    e = make(r, op, e, right);
  }
  return e;
}

static int eval(const struct expr *e) {
  if (e->op == 'n') return e->value;
  int a = eval(e->left), b = eval(e->right);
  switch (e->op) {
  case '+': return a + b;
  case '-': return a - b;
  case '*': return a * b;
#ifdef PLANTED
  default: return a / b;
#else
  default: return b ? a / b : 0;
#endif
  }
}

int main(void) {
  char text[6];
  take_bytes(text, 5);
  text[5] = 0;
  struct reader r = {text, 0};
  struct expr *e = sum(&r, 0);
  if (!r.wrong && *r.at == 0) {
    int v = eval(e);
    assert(-1000 < v && v < 1000);
  }
  drop(e);
  return 0;
}
