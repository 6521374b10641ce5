/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <netinet/in.h>
in_addr_t inet_addr(const char *text);
int inet_aton(const char *text, struct in_addr *out);
char *inet_ntoa(struct in_addr address);
const char *inet_ntop(int family, const void *restrict address, char *restrict out, socklen_t size);
int inet_pton(int family, const char *restrict text, void *restrict out);
in_addr_t inet_network(const char *text);
