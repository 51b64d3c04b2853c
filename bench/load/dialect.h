/* What viewers and voters say: the stock sync protocol, or Socket.IO over engine.io 4. */
#ifndef DIALECT_H
#define DIALECT_H

#include "webSocket.h"

/* Called with each count a viewer is shown, the first included. */
typedef void OnCount(Client *viewer, long count, size_t messageBytes);
/* Called with the answer to a vote: the count it made. */
typedef void OnAnswer(Client *voter, long count);

typedef struct {
  const char *path;
  OnOpen *onViewerOpen, *onVoterOpen;
  OnText *onViewerText, *onVoterText;
  void (*sendVote)(Client *voter);
} Dialect;

extern OnCount *onCount;
extern OnAnswer *onAnswer;
/* The item that is watched and voted on. */
extern const char *item;

const Dialect *dialectNamed(const char *name);

/* Watches other items by the sync protocol, `lacking` of them from here on. */
void watchMany(Client *client, char *const *items);
OnText watcherText;

#endif
