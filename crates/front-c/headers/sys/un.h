/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/socket.h>
struct sockaddr_un {
    sa_family_t sun_family;
    char sun_path[108];
};
#define SUN_LEN(address) ((size_t)((struct sockaddr_un *)0)->sun_path + __builtin_strlen((address)->sun_path))
