/* Many viewers of one count, and the moment the last of them has seen it. */
#ifndef CROWD_H
#define CROWD_H

#include "dialect.h"

typedef struct {
  int viewers;
  long deliveries;
  size_t messageBytes;
} Crowd;

extern Crowd crowd;

/* Opens that many more viewers, `atOnce` of them waiting for their first result. */
void gatherViewers(const Dialect *dialect, int viewers, int atOnce);
/* Opens voters, who are numbered from 0. */
Client *gatherVoters(const Dialect *dialect, int voters);
/* Opens sockets that watch `perSocket` of the other items each. */
void gatherWatchers(char *const *items, int length, int perSocket);

/* When the last viewer had this count or a later one; 0 if not yet. */
double allReachedAtMs(long count);
/* Turns until all viewers have this count or a later one. */
void awaitAll(long count);

#endif
