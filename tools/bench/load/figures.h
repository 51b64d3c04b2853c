/* Clocks, percentiles, and the line of JSON that load.ts reads. */
#ifndef FIGURES_H
#define FIGURES_H

#include <stddef.h>

double nowMs(void);
/* CPU time of this process. */
double ownCpuMs(void);
/*
 * CPU time of all threads of another process, in steps of 10 ms; NaN if
 * unknown.
 */
double cpuMsOf(int pid);
double residentBytesOf(int pid);

typedef struct {
  double *values;
  size_t length, capacity;
} Samples;

void addSample(Samples *samples, double value);
/* Nearest-rank percentile; sorts the samples. Returns NaN if there are none. */
double percentile(Samples *samples, double rank);

/* Adds a figure to the output. Leaves out NaN. */
void addFigure(const char *name, double value);
void printFigures(void);

void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
