chan stdin = [1] of { int };
int c, nl, nw, nc;
bool inword = false;

active proctype wordcount()
{
  do
  :: stdin?c ->
     if
     :: c == -1 -> break
     :: c == '\n' -> nc++; nl++
     :: else -> nc++
     fi;
     if
     :: c == ' ' || c == '\t' || c == '\n' ->
        inword = false
     :: else ->
        if
        :: !inword ->
           nw++; inword = true
        :: else
        fi
     fi
  od;
  printf("%d %d %d", nl, nw, nc)
}

active proctype input()
{
  do
  :: stdin!'\n'
  :: stdin!-1
  :: stdin!0
  od
}
ltl p { [] (nc >= nl) }
