// note: a server whose buffers and logs matter only for a while (de la Camara, Gallardo, Merino, SPIN 2006)
// expect: never_retry=true
// decided-by: explicit
#define N 6     /* how many different messages and answers there are */
#define WORK 20 /* how long it takes to look at one */
#define END 1
#define RETRY (N + 1)

byte ReadBuf, WriteBuf; /* the request and the answer */
byte cRead, cResp;      /* their lengths */
byte lastRead, lastSent, olderRead; /* a log that nobody reads */
bool enter_loop = true;

inline work(buffer)
{
  d_step {
    round = 0;
    do
    :: round < WORK + buffer -> round++
    :: else -> break
    od;
    round = 0
  }
}

active proctype server()
{
  byte round;

  do
  :: enter_loop ->
     atomic { select(ReadBuf : 1 .. N); cRead = ReadBuf };
Message_Rx:
     work(ReadBuf);
     atomic {
       olderRead = lastRead;
       lastRead = ReadBuf;
       if
       :: ReadBuf == END && cRead > 0 -> WriteBuf = 0; cResp = 0
       :: else -> select(WriteBuf : 1 .. N); cResp = 1
       fi
     };
     work(WriteBuf); /* make the answer ready */
     work(WriteBuf); /* send it, byte by byte */
     lastSent = WriteBuf;
     enter_loop = (cResp > 0)
  :: else -> break
  od;
Left:
  skip
}

/* A message END makes the server leave its loop: the buffer is looked at where it was just read. */
ltl left { [] ((server@Message_Rx && ReadBuf == END) -> <> server@Left) }

/* No message is RETRY: the buffer is looked at everywhere. */
ltl never_retry { [] (ReadBuf != RETRY) }
