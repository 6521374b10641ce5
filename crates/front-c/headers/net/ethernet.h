/* Frames of Ethernet. */
#pragma once
#include <features.h>
#include <stdint.h>
#include <sys/types.h>
struct ether_addr {
    uint8_t ether_addr_octet[6];
} __attribute__((__packed__));
struct ether_header {
    uint8_t ether_dhost[6], ether_shost[6];
    uint16_t ether_type;
} __attribute__((__packed__));
#define ETH_ALEN 6
#define ETHERTYPE_IP 2048
#define ETHERTYPE_ARP 2054
#define ETHERTYPE_IPV6 0x86dd
#define ETHERTYPE_VLAN 0x8100
#define ETHER_ADDR_LEN 6
#define ETHER_TYPE_LEN 2
#define ETHER_CRC_LEN 4
#define ETHER_HDR_LEN 14
#define ETHER_MAX_LEN 1518
#define ETHERMTU 1500
