/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <netinet/in.h>
struct hostent {
    char *h_name, **h_aliases;
    int h_addrtype, h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]
struct servent {
    char *s_name, **s_aliases;
    int s_port;
    char *s_proto;
};
struct protoent {
    char *p_name, **p_aliases;
    int p_proto;
};
struct netent {
    char *n_name, **n_aliases;
    int n_addrtype;
    uint32_t n_net;
};
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
int *__h_errno_location(void);
#define h_errno (*__h_errno_location())
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NO_ADDRESS 4
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_NUMERICSERV 1024
#define AI_V4MAPPED 8
#define AI_ALL 16
#define AI_ADDRCONFIG 32
#define EAI_BADFLAGS -1
#define EAI_NONAME -2
#define EAI_AGAIN -3
#define EAI_FAIL -4
#define EAI_FAMILY -6
#define EAI_SOCKTYPE -7
#define EAI_SERVICE -8
#define EAI_MEMORY -10
#define EAI_SYSTEM -11
#define EAI_OVERFLOW -12
#define EAI_NODATA -5
#define EAI_ADDRFAMILY -9
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
struct hostent *gethostbyname(const char *name);
struct hostent *gethostbyname2(const char *name, int family);
struct hostent *gethostbyaddr(const void *address, socklen_t length, int family);
struct servent *getservbyname(const char *name, const char *protocol);
struct servent *getservbyport(int port, const char *protocol);
struct protoent *getprotobyname(const char *name);
struct protoent *getprotobynumber(int number);
int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints, struct addrinfo **restrict out);
void freeaddrinfo(struct addrinfo *list);
const char *gai_strerror(int error);
int getnameinfo(const struct sockaddr *restrict address, socklen_t length, char *restrict host, socklen_t host_size, char *restrict service, socklen_t service_size, int flags);
void herror(const char *text);
const char *hstrerror(int error);
