int x __attribute__((unused used));
