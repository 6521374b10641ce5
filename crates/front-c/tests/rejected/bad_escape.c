char *s = "\u12";
