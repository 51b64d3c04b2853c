#define _GNU_SOURCE
#include "dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "figures.h"

#define COUNT "\"count\":"
#define RESULT "\"result\":"

OnState *onState;
OnAnswer *onAnswer;
const char *item;

const char *after(const char *text, size_t length, const char *mark) {
  const char *found = memmem(text, length, mark, strlen(mark));
  return found == NULL ? NULL : found + strlen(mark);
}

/* strtol could read past the end, because the text is not zero-terminated. */
static long numberAt(const char *at, const char *end) {
  long number = 0;
  for (; at < end && *at >= '0' && *at <= '9'; at++) number = number * 10 + *at - '0';
  return number;
}

static void readCount(Client *viewer, const char *text, size_t length) {
  const char *at = after(text, length, COUNT);
  if (at != NULL) onState(viewer, numberAt(at, text + length), length);
}

static void answered(Client *voter, const char *at, const char *text, size_t length) {
  long count = at == NULL ? 0 : numberAt(at, text + length);
  if (count <= 0) fail("A vote was refused: %.*s", (int)length, text);
  onAnswer(voter, count);
}

static char message[1 << 16];

/*
 * Uses a new session id for each client and run. The server would answer a
 * reused session with the results of that session's earlier votes.
 */
void sendConnect(Client *client) {
  static unsigned long long session = 0;
  if (session == 0) session = (unsigned long long)(time(NULL) & 0xffffff) << 24;
  int length = snprintf(message, sizeof message,
                        "{\"type\":\"Connect\",\"sessionId\":\"00000000-0000-4000-%04x-%012llx\","
                        "\"connectionCount\":0,\"lastCloseReason\":\"InitialConnect\",\"clientTs\":0}",
                        getpid() & 0xffff, session++);
  sendText(client, message, length);
}

static void watch(Client *client, char *const *items, int count) {
  int length = snprintf(message, sizeof message,
                        "{\"type\":\"ModifyQuerySet\",\"baseVersion\":0,\"newVersion\":1,"
                        "\"modifications\":[");
  for (int i = 0; i < count; i++)
    length += snprintf(message + length, sizeof message - length,
                       "%s{\"type\":\"Add\",\"queryId\":%d,\"udfPath\":\"board:get\","
                       "\"args\":[{\"beatId\":\"%s\"}]}",
                       i == 0 ? "" : ",", i, items[i]);
  length += snprintf(message + length, sizeof message - length, "]}");
  sendText(client, message, length);
}

static void syncViewerOpen(Client *client) {
  char *items[] = {(char *)item};
  sendConnect(client);
  watch(client, items, 1);
}

static void syncVoterOpen(Client *client) {
  sendConnect(client);
  watch(client, NULL, 0);
  client->isReady = true;
}

static void syncVoterText(Client *voter, const char *text, size_t length) {
  if (after(text, length, "\"MutationResponse\"") != NULL)
    answered(voter, after(text, length, RESULT), text, length);
}

static void syncVote(Client *voter) {
  long id = voter->sent++;
  int length = snprintf(message, sizeof message,
                        "{\"type\":\"Mutation\",\"requestId\":%ld,\"udfPath\":\"board:vote\","
                        "\"args\":[{\"beatId\":\"%s\",\"user\":\"voter%d-%ld\"}]}",
                        id, item, voter->number, id);
  sendText(voter, message, length);
}

void watchMany(Client *client, char *const *items) {
  sendConnect(client);
  watch(client, items, client->lacking);
}

void watcherText(Client *client, const char *text, size_t length) {
  const char *end = text + length;
  for (const char *at = text; (at = after(at, end - at, COUNT)) != NULL;) client->lacking--;
  client->isReady = client->lacking <= 0;
}

static const Dialect syncDialect = {syncViewerOpen, syncVoterOpen, readCount, syncVoterText, syncVote};

const Dialect *dialectNamed(const char *name) {
  if (strcmp(name, "sync") == 0) return &syncDialect;
  if (strcmp(name, "members") == 0) return &membersDialect;
  fail("There is no dialect \"%s\".", name);
}
