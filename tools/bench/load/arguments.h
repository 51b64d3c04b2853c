/* Flags on the command line, given as `--name value`. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

void takeArguments(int count, char **values);
const char *text(const char *name, const char *fallback);
int number(const char *name, int fallback);
/*
 * Reads a file into `lines` and returns how many there are; 0 if there is no
 * such file.
 */
int readLines(const char *path, char ***lines);

#endif
