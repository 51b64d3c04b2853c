#include "figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double nowMs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

double ownCpuMs(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static bool readProc(int pid, const char *name, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  size_t length = fread(text, 1, size - 1, file);
  fclose(file);
  text[length] = 0;
  return length > 0;
}

double cpuMsOf(int pid) {
  char text[4096];
  if (!readProc(pid, "stat", text, sizeof text)) return NAN;
  /*
   * The process name in parentheses may contain spaces. Fields 14 and 15 are
   * the times.
   */
  const char *rest = strrchr(text, ')');
  unsigned long user, system;
  if (rest == NULL ||
      sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
    return NAN;
  return (user + system) * 1e3 / sysconf(_SC_CLK_TCK);
}

double residentBytesOf(int pid) {
  char text[8192];
  if (!readProc(pid, "status", text, sizeof text)) return NAN;
  const char *line = strstr(text, "VmRSS:");
  return line == NULL ? NAN : atof(line + strlen("VmRSS:")) * 1024;
}

void addSample(Samples *samples, double value) {
  if (samples->length == samples->capacity) {
    samples->capacity = samples->capacity * 2 + 1024;
    samples->values = realloc(samples->values, samples->capacity * sizeof *samples->values);
  }
  samples->values[samples->length++] = value;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

double percentile(Samples *samples, double rank) {
  if (samples->length == 0) return NAN;
  qsort(samples->values, samples->length, sizeof *samples->values, ascending);
  size_t nth = (size_t)ceil(rank / 100 * samples->length);
  return samples->values[nth == 0 ? 0 : nth - 1];
}

static char line[8192] = "{";
static size_t lineLength = 1;

void addFigure(const char *name, double value) {
  if (isnan(value)) return;
  lineLength += snprintf(line + lineLength, sizeof line - lineLength, "%s\"%s\":%.6g",
                         lineLength == 1 ? "" : ",", name, value);
}

void printFigures(void) { printf("%s}\n", line); }

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("load: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}
