/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <sys/uio.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};
struct sockaddr_storage {
    sa_family_t ss_family;
    char __padding[126 - sizeof(unsigned long)];
    unsigned long __align;
};
struct linger {
    int l_onoff, l_linger;
};
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};
struct mmsghdr {
    struct msghdr msg_hdr;
    unsigned int msg_len;
};
struct cmsghdr {
    size_t cmsg_len;
    int cmsg_level, cmsg_type;
    unsigned char __cmsg_data[];
};
struct ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
#define CMSG_DATA(header) ((header)->__cmsg_data)
#define CMSG_ALIGN(length) (((length) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(length) (CMSG_ALIGN(length) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(length) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (length))
#define CMSG_FIRSTHDR(message) \
    ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(message)->msg_control : (struct cmsghdr *)0)
#define CMSG_NXTHDR(message, header) __cmsg_nxthdr(message, header)
struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header);
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_RDM 4
#define SOCK_SEQPACKET 5
#define SOCK_PACKET 10
#define SOCK_CLOEXEC 0x80000
#define SOCK_NONBLOCK 2048
#define AF_UNSPEC 0
#define AF_LOCAL 1
#define AF_UNIX 1
#define AF_FILE 1
#define AF_INET 2
#define AF_INET6 10
#define AF_IPX 4
#define AF_APPLETALK 5
#define AF_PACKET 17
#define AF_NETLINK 16
#define AF_BLUETOOTH 31
#define AF_MAX 46
#define PF_UNSPEC 0
#define PF_LOCAL 1
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define PF_PACKET 17
#define PF_NETLINK 16
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_PRIORITY 12
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_PASSCRED 16
#define SO_PEERCRED 17
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_BINDTODEVICE 25
#define SO_TIMESTAMP 29
#define SO_ACCEPTCONN 30
#define SO_DOMAIN 39
#define SO_PROTOCOL 38
#define SOMAXCONN 0x1000
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_CTRUNC 8
#define MSG_TRUNC 32
#define MSG_DONTWAIT 64
#define MSG_EOR 128
#define MSG_WAITALL 256
#define MSG_NOSIGNAL 0x4000
#define MSG_MORE 0x8000
#define MSG_CMSG_CLOEXEC 0x40000000
#define MSG_ERRQUEUE 0x2000
#define MSG_CONFIRM 2048
#define MSG_SYN 1024
#define MSG_FASTOPEN 0x20000000
#define MSG_WAITFORONE 0x10000
#define SCM_CREDENTIALS 2
#define SO_SNDBUFFORCE 32
#define SO_RCVBUFFORCE 33
#define SO_MARK 36
#define SO_ZEROCOPY 60
#define SO_BUSY_POLL 46
#define SO_INCOMING_CPU 49
#define AF_VSOCK 40
#define AF_ALG 38
#define AF_CAN 29
#define AF_KEY 15
#define AF_SECURITY 14
#define AF_ROUTE 16
#define AF_IRDA 23
#define AF_X25 9
#define AF_AX25 3
#define AF_ATMPVC 8
#define AF_NETROM 6
#define AF_BRIDGE 7
#define AF_ROSE 11
#define AF_DECnet 12
#define AF_ASH 18
#define AF_ECONET 19
#define AF_SNA 22
#define AF_WANPIPE 25
#define AF_PPPOX 24
#define SCM_RIGHTS 1
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int descriptors[2]);
int bind(int descriptor, const struct sockaddr *address, socklen_t length);
int connect(int descriptor, const struct sockaddr *address, socklen_t length);
int listen(int descriptor, int backlog);
int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length);
int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
int getsockname(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length);
int getpeername(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length);
int getsockopt(int descriptor, int level, int option, void *restrict out, socklen_t *restrict length);
int setsockopt(int descriptor, int level, int option, const void *value, socklen_t length);
ssize_t send(int descriptor, const void *from, size_t size, int flags);
ssize_t recv(int descriptor, void *to, size_t size, int flags);
ssize_t sendto(int descriptor, const void *from, size_t size, int flags, const struct sockaddr *address, socklen_t length);
ssize_t recvfrom(int descriptor, void *restrict to, size_t size, int flags, struct sockaddr *restrict address, socklen_t *restrict length);
ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags);
ssize_t recvmsg(int descriptor, struct msghdr *message, int flags);
int shutdown(int descriptor, int how);
int sockatmark(int descriptor);
struct timespec;
int sendmmsg(int descriptor, struct mmsghdr *messages, unsigned int count, int flags);
int recvmmsg(int descriptor, struct mmsghdr *messages, unsigned int count, int flags, struct timespec *timeout);
