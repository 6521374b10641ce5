/* Messages in other languages. */
#pragma once
#include <features.h>
char *gettext(const char *message);
char *dgettext(const char *domain, const char *message);
char *dcgettext(const char *domain, const char *message, int category);
char *ngettext(const char *one, const char *many, unsigned long count);
char *dngettext(const char *domain, const char *one, const char *many, unsigned long count);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *folder);
char *bind_textdomain_codeset(const char *domain, const char *codeset);
