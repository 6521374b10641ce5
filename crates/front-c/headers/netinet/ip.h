/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <netinet/in.h>
struct iphdr {
    unsigned int ihl : 4, version : 4;
    uint8_t tos;
    uint16_t tot_len, id, frag_off;
    uint8_t ttl, protocol;
    uint16_t check;
    uint32_t saddr, daddr;
};
struct ip {
    unsigned int ip_hl : 4, ip_v : 4;
    uint8_t ip_tos;
    unsigned short ip_len, ip_id, ip_off;
    uint8_t ip_ttl, ip_p;
    unsigned short ip_sum;
    struct in_addr ip_src, ip_dst;
};
#define IPVERSION 4
#define IP_MAXPACKET 0xffff
#define IPTOS_LOWDELAY 16
#define IPTOS_THROUGHPUT 8
#define IPTOS_RELIABILITY 4
#define IPTOS_DSCP_MASK 252
#define IPDEFTTL 64
#define MAXTTL 255
#define IP_DF 0x4000
#define IP_MF 0x2000
#define IP_OFFMASK 0x1fff
