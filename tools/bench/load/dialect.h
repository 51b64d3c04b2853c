/*
 * The messages of viewers and voters of the stand-in or of the app's own
 * functions, over the stock sync protocol.
 */
#ifndef DIALECT_H
#define DIALECT_H

#include "webSocket.h"

/*
 * A mark tells states apart: later ones have higher marks. It is the count or,
 * with the app's own functions, the time of the server.
 */

/* Called for every state that a viewer receives, including the first. */
typedef void OnState(Client *viewer, long mark, size_t messageBytes);
/* Called with the mark of the first state that has the vote. */
typedef void OnAnswer(Client *voter, long mark);

typedef struct {
  OnOpen *onViewerOpen, *onVoterOpen;
  OnText *onViewerText, *onVoterText;
  void (*sendVote)(Client *voter);
} Dialect;

extern OnState *onState;
extern OnAnswer *onAnswer;
/* Id of the item that is watched and voted on. */
extern const char *item;

const Dialect *dialectNamed(const char *name);

/* Begins the session of a client in the sync protocol. */
void sendConnect(Client *client);
/* Returns where the text goes on after the mark, or NULL. */
const char *after(const char *text, size_t length, const char *mark);
/* Members who use the app's own functions; see members.c. */
extern const Dialect membersDialect;

/*
 * Subscribes one client to the first `client->lacking` of the items, over the
 * sync protocol.
 */
void watchMany(Client *client, char *const *items);
OnText watcherText;

#endif
