/*
 * Many viewers of one item. Records when the last of them has seen each state.
 */
#ifndef CROWD_H
#define CROWD_H

#include "dialect.h"

typedef struct {
  int viewers;
  long deliveries;
  size_t messageBytes;
} Crowd;

extern Crowd crowd;

/*
 * Opens that many more viewers; at most `atOnce` may be waiting for a first
 * result.
 */
void gatherViewers(const Dialect *dialect, int viewers, int atOnce);
/* Opens voters and numbers them from 0. Returns when all are ready. */
Client *gatherVoters(const Dialect *dialect, int voters);
/* Opens sockets that each watch `perSocket` of the other items. */
void gatherWatchers(char *const *items, int length, int perSocket);

/*
 * Returns when the last viewer saw this state or a later one; 0 if some have
 * not yet.
 */
double allReachedAtMs(long mark);
/* Runs the event loop until all viewers have seen this state or a later one. */
void awaitAll(long mark);

#endif
