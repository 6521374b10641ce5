int T; T x;
