#define _GNU_SOURCE
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int argumentCount;
static char **arguments;

void takeArguments(int count, char **values) {
  argumentCount = count;
  arguments = values;
}

const char *text(const char *name, const char *fallback) {
  for (int i = 2; i + 1 < argumentCount; i += 2)
    if (strcmp(arguments[i] + 2, name) == 0) return arguments[i + 1];
  return fallback;
}

int number(const char *name, int fallback) {
  const char *found = text(name, NULL);
  return found == NULL ? fallback : atoi(found);
}

int readLines(const char *path, char ***lines) {
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  if (file == NULL) return 0;
  int length = 0;
  char *line = NULL;
  size_t size = 0;
  *lines = NULL;
  for (ssize_t read; (read = getline(&line, &size, file)) > 0;) {
    *lines = realloc(*lines, (length + 1) * sizeof **lines);
    (*lines)[length++] = strndup(line, line[read - 1] == '\n' ? read - 1 : read);
  }
  free(line);
  fclose(file);
  return length;
}
