// note: each variable matters only until the next one is made of it
// expect: end-states=true
// decided-by: scout explicit
bool enter_loop = true;
byte ReadBuf, WriteBuf, cResp;

active proctype server()
{
  do
  :: enter_loop ->
     select(ReadBuf : 0 .. 3);
     WriteBuf = ReadBuf;
     cResp = WriteBuf;
     enter_loop = (cResp > 0)
  :: else -> break
  od
}
