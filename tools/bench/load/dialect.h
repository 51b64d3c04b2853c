/*
 * The messages of viewers and voters, in the stock sync protocol or in
 * Socket.IO over engine.io 4.
 */
#ifndef DIALECT_H
#define DIALECT_H

#include "webSocket.h"

/* Called for every count that a viewer receives, including the first. */
typedef void OnCount(Client *viewer, long count, size_t messageBytes);
/* Called with the count that the server returned for a vote. */
typedef void OnAnswer(Client *voter, long count);

typedef struct {
  const char *path;
  OnOpen *onViewerOpen, *onVoterOpen;
  OnText *onViewerText, *onVoterText;
  void (*sendVote)(Client *voter);
} Dialect;

extern OnCount *onCount;
extern OnAnswer *onAnswer;
/* Id of the item that is watched and voted on. */
extern const char *item;

const Dialect *dialectNamed(const char *name);

/*
 * Subscribes one client to the first `client->lacking` of the items, over the
 * sync protocol.
 */
void watchMany(Client *client, char *const *items);
OnText watcherText;

#endif
