/* Packets of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct sockaddr_ll {
    unsigned short sll_family, sll_protocol;
    int sll_ifindex;
    unsigned short sll_hatype;
    unsigned char sll_pkttype, sll_halen, sll_addr[8];
};
#define PACKET_HOST 0
#define PACKET_BROADCAST 1
#define PACKET_MULTICAST 2
#define PACKET_OTHERHOST 3
#define PACKET_OUTGOING 4
#define PACKET_ADD_MEMBERSHIP 1
#define PACKET_MR_PROMISC 1
