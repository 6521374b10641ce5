typedef T; U x; T + ;
