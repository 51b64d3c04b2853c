/* One HTTP connection that is kept, with nothing in between. */
#ifndef HTTP_H
#define HTTP_H

#include <stddef.h>

void connectHttp(int port);
/* Returns when the answer is whole; fails unless it is a good one. */
void postBytes(const char *path, const char *bytes, size_t length);
void getRange(const char *path, size_t first, size_t last);

#endif
