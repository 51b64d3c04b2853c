/*
 * Many WebSocket clients in one epoll thread. Supports whole text messages
 * only, without extensions.
 */
#ifndef WEB_SOCKET_H
#define WEB_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Client Client;

/* The text is valid only during the call and is not zero-terminated. */
typedef void OnOpen(Client *client);
typedef void OnText(Client *client, const char *text, size_t length);

struct Client {
  OnOpen *onOpen;
  OnText *onText;
  int number;
  bool isReady;
  /*
   * `seen` is the newest state a viewer has seen, `sent` the number of votes a
   * voter has sent.
   */
  long seen, sent;
  double sentAtMs;
  /* Results that a watcher of many queries is still waiting for. */
  int lacking;

  int fd;
  bool isUpgraded;
  unsigned reads;
  /* The start of an incomplete frame. */
  char *rest;
  size_t restLength;
};

void prepareSockets(int port);
/*
 * Fails early if this process may not open that many sockets. The server has
 * the same limit.
 */
void requireSockets(int count);
void openClient(Client *client);
void sendText(Client *client, const char *text, size_t length);

/*
 * Waits up to `timeoutMs` for data and handles what has arrived.
 *
 * Without a pause, epoll wakes the thread for every single message of a
 * broadcast, which costs sender and load more than the message itself. With a
 * crowd it therefore looks only every `gatheringUs` microseconds. That adds an
 * error of at most as much to times of many milliseconds.
 */
void turn(int timeoutMs);
extern int gatheringUs;

/* Runs the event loop until `atMs`. */
void turnUntil(double atMs);

/*
 * Runs the event loop once. Fails if the wait that began at `sinceMs` has
 * lasted a minute.
 */
void turnInHope(double sinceMs, const char *what);

#endif
