#include "crowd.h"

#include <stdlib.h>

#include "figures.h"

Crowd crowd;

/*
 * The states that viewers were shown, in order: how many viewers have seen each
 * one or a later one, and when the last of them did.
 */
typedef struct {
  long mark;
  int reached;
  double reachedAtMs;
} State;

static State *states;
static long stateCount, capacity;

/* Returns the first state with this mark or a higher one, or `stateCount`. */
static long stateFrom(long mark) {
  long low = 0, high = stateCount;
  while (low < high) {
    long middle = (low + high) / 2;
    if (states[middle].mark < mark) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void see(Client *viewer, long mark, size_t messageBytes) {
  crowd.messageBytes = messageBytes;
  crowd.deliveries++;
  viewer->isReady = true;
  long state = stateFrom(mark);
  if (state == stateCount) {
    if (stateCount == capacity) {
      capacity = capacity * 2 + 4096;
      states = realloc(states, capacity * sizeof *states);
    }
    states[stateCount++] = (State){.mark = mark};
  } else if (states[state].mark > mark) {
    state--; /* one that nobody else was shown, before one that somebody was */
  }
  for (long k = viewer->seen + 1; k <= state; k++)
    if (++states[k].reached == crowd.viewers) states[k].reachedAtMs = nowMs();
  if (state > viewer->seen) viewer->seen = state;
}

static Client *newClients(int length, OnOpen *onOpen, OnText *onText) {
  Client *clients = calloc(length > 0 ? length : 1, sizeof *clients);
  for (int i = 0; i < length; i++)
    clients[i] = (Client){.onOpen = onOpen, .onText = onText, .number = i, .seen = -1};
  return clients;
}

/*
 * Opens all clients in order and waits until they are ready. At most `atOnce`
 * are waiting at any time; they may become ready out of order.
 */
static void openAll(Client *clients, int length, int atOnce) {
  double sinceMs = nowMs();
  int opened = 0, firstWaiting = 0;
  while (firstWaiting < length) {
    while (opened < length && opened - firstWaiting < atOnce) openClient(&clients[opened++]);
    turnInHope(sinceMs, "the first results");
    while (firstWaiting < opened && clients[firstWaiting].isReady) firstWaiting++;
  }
}

void gatherViewers(const Dialect *dialect, int viewers, int atOnce) {
  onState = see;
  crowd.viewers += viewers;
  openAll(newClients(viewers, dialect->onViewerOpen, dialect->onViewerText), viewers, atOnce);
}

Client *gatherVoters(const Dialect *dialect, int voters) {
  Client *clients = newClients(voters, dialect->onVoterOpen, dialect->onVoterText);
  openAll(clients, voters, voters < 200 ? voters : 200);
  return clients;
}

static char *const *watchedItems;
static int itemsPerWatcher;

static void watcherOpen(Client *client) {
  watchMany(client, watchedItems + client->number * itemsPerWatcher);
}

void gatherWatchers(char *const *items, int length, int perSocket) {
  int sockets = length / perSocket;
  watchedItems = items;
  itemsPerWatcher = perSocket;
  Client *clients = newClients(sockets, watcherOpen, watcherText);
  for (int i = 0; i < sockets; i++) clients[i].lacking = perSocket;
  openAll(clients, sockets, 1);
}

double allReachedAtMs(long mark) {
  long state = stateFrom(mark);
  return state == stateCount ? 0 : states[state].reachedAtMs;
}

void awaitAll(long mark) {
  double sinceMs = nowMs();
  while (crowd.viewers > 0 && allReachedAtMs(mark) == 0)
    turnInHope(sinceMs, "the last viewer to see a vote");
}
