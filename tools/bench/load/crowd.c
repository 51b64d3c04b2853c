#include "crowd.h"

#include <stdint.h>
#include <stdlib.h>

#include "figures.h"

enum { MAX_COUNT = 4000000 };

Crowd crowd;

/*
 * For each count: how many viewers have seen it or a later one, and when the
 * last of them did.
 */
static uint16_t reached[MAX_COUNT];
static double reachedAtMs[MAX_COUNT];

static void see(Client *viewer, long count, size_t messageBytes) {
  if (count >= MAX_COUNT) fail("Count %ld is too large.", count);
  crowd.messageBytes = messageBytes;
  crowd.deliveries++;
  viewer->isReady = true;
  for (long k = viewer->seen + 1; k <= count; k++)
    if (++reached[k] == crowd.viewers) reachedAtMs[k] = nowMs();
  if (count > viewer->seen) viewer->seen = count;
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
  onCount = see;
  crowd.viewers += viewers;
  openAll(newClients(viewers, dialect->onViewerOpen, dialect->onViewerText), viewers, atOnce);
}

Client *gatherVoters(const Dialect *dialect, int voters) {
  Client *clients = newClients(voters, dialect->onVoterOpen, dialect->onVoterText);
  openAll(clients, voters, voters);
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

double allReachedAtMs(long count) { return reachedAtMs[count]; }

void awaitAll(long count) {
  double sinceMs = nowMs();
  while (crowd.viewers > 0 && reachedAtMs[count] == 0)
    turnInHope(sinceMs, "the last viewer to see a vote");
}
