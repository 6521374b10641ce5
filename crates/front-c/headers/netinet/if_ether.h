/* Frames of Ethernet. */
#pragma once
#include <features.h>
#include <net/ethernet.h>
#include <net/if_arp.h>
#define ETH_P_IP 2048
#define ETH_P_ARP 2054
#define ETH_P_IPV6 0x86dd
#define ETH_P_ALL 3
#define ETH_HLEN 14
#define ETH_DATA_LEN 1500
#define ETH_FRAME_LEN 1514
