/* A minimal HTTP client with one keep-alive connection. */
#ifndef HTTP_H
#define HTTP_H

#include <stddef.h>

void connectHttp(int port);
/*
 * Both return once the whole response has arrived, and fail unless it is a
 * success.
 */
void postBytes(const char *path, const char *bytes, size_t length);
void getRange(const char *path, size_t first, size_t last);

#endif
