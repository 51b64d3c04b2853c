/* The flags of the command line, `--name value`. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

void takeArguments(int count, char **values);
const char *text(const char *name, const char *fallback);
int number(const char *name, int fallback);
/* The lines of a file, 0 without a file. */
int readLines(const char *path, char ***lines);

#endif
