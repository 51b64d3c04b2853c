/* State and functions shared by the modes. */
#ifndef MODES_H
#define MODES_H

#include "dialect.h"

/* Process id of the server. */
extern int pid;
extern const Dialect *dialect;

/* Opens the viewers that the flags ask for. */
void gatherCrowd(void);

/* A point in time, with the CPU times of server and load up to it. */
typedef struct {
  double atMs, serverCpuMs, ownCpuMs;
} Moment;

Moment moment(void);
void addLoadCpu(Moment from, Moment to);

void voteOneByOne(void);
void voteAllAtOnce(void);
void voteInTurn(void);

#endif
