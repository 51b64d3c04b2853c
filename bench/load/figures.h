/* Clocks, percentiles, and the one line of JSON that goes to load.ts. */
#ifndef FIGURES_H
#define FIGURES_H

#include <stddef.h>

double nowMs(void);
/* Processor time of this process. */
double ownCpuMs(void);
/* The same of another process, all its threads; in steps of 10 ms. */
double cpuMsOf(int pid);
double residentBytesOf(int pid);

typedef struct {
  double *values;
  size_t length, capacity;
} Samples;

void addSample(Samples *samples, double value);
/* Nearest rank; sorts the samples. NaN when there are none. */
double percentile(Samples *samples, double rank);

/* What is not a number is left out. */
void addFigure(const char *name, double value);
void printFigures(void);

void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
