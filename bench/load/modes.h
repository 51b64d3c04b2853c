/* What the modes share. */
#ifndef MODES_H
#define MODES_H

#include "dialect.h"

/* Of the server. */
extern int pid;
extern const Dialect *dialect;

/* Opens the viewers that the flags ask for. */
void gatherCrowd(void);

/* Processor time of server and load between two moments. */
typedef struct {
  double atMs, serverCpuMs, ownCpuMs;
} Moment;

Moment moment(void);
void addLoadCpu(Moment from, Moment to);

void voteOneByOne(void);
void voteAllAtOnce(void);

#endif
