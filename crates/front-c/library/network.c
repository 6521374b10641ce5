// Numbers as the network has them: the byte of the greatest weight comes first.
unsigned short htons(unsigned short host) { return __builtin_bswap16(host); }
unsigned short ntohs(unsigned short network) { return __builtin_bswap16(network); }
unsigned int htonl(unsigned int host) { return __builtin_bswap32(host); }
unsigned int ntohl(unsigned int network) { return __builtin_bswap32(network); }
