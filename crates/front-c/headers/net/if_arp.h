/* Addresses of networks. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <sys/socket.h>
struct arphdr {
    unsigned short ar_hrd, ar_pro;
    unsigned char ar_hln, ar_pln;
    unsigned short ar_op;
};
struct arpreq {
    struct sockaddr arp_pa, arp_ha;
    int arp_flags;
    struct sockaddr arp_netmask;
    char arp_dev[16];
};
#define ARPHRD_ETHER 1
#define ARPHRD_LOOPBACK 772
#define ARPOP_REQUEST 1
#define ARPOP_REPLY 2
