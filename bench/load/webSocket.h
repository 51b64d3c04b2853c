/*
 * Many WebSocket clients in one epoll thread: whole text messages, no
 * extensions, every byte looked at once.
 */
#ifndef WEB_SOCKET_H
#define WEB_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Client Client;

/* The text is only lent, and ends with its length, not with a zero. */
typedef void OnOpen(Client *client);
typedef void OnText(Client *client, const char *text, size_t length);

struct Client {
  OnOpen *onOpen;
  OnText *onText;
  int number;
  bool isReady;
  /* Of a viewer: the newest count it has seen. Of a voter: votes sent. */
  long seen, sent;
  double sentAtMs;
  /* Of a watcher of many queries: results it still lacks. */
  int lacking;

  int fd;
  bool isUpgraded;
  unsigned reads;
  /* The beginning of a frame whose end has not come. */
  char *rest;
  size_t restLength;
};

void prepareSockets(int port, const char *path);
/* Fails in time when a process may not have that many; the server has the same limit. */
void requireSockets(int count);
void openClient(Client *client);
void sendText(Client *client, const char *text, size_t length);

/*
 * Handles what has come; waits up to `timeoutMs` for it.
 *
 * A thread that sleeps in epoll is woken for every single message of a
 * broadcast, which costs sender and load more than the message itself. So with a
 * crowd it looks every `gatheringUs` only: an error of at most that in times of
 * many milliseconds.
 */
void turn(int timeoutMs);
extern int gatheringUs;

/* Turns until `atMs`. */
void turnUntil(double atMs);

/* Turns once; what has been waited for since a minute is held to have failed. */
void turnInHope(double sinceMs, const char *what);

#endif
