/*
 * Members with a token, who watch the queries of a page and vote with the app's
 * own functions.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dialect.h"
#include "figures.h"

static char **tokens;
static int tokenCount, nextToken;

/* Lines of a file; the clients take turns with them. */
typedef struct {
  char **lines;
  int count;
} QuerySets;

/* Signs in as the next member and watches the queries of a set from the flag's file. */
static void openAs(Client *client, QuerySets *sets, const char *flag) {
  static char message[1 << 14];
  if (tokens == NULL) tokenCount = readLines(text("tokens", NULL), &tokens);
  if (nextToken >= tokenCount) fail("There are only %d tokens.", tokenCount);
  sendConnect(client);
  int length = snprintf(message, sizeof message,
                        "{\"type\":\"Authenticate\",\"baseVersion\":0,\"tokenType\":\"User\","
                        "\"value\":\"%s\"}",
                        tokens[nextToken++]);
  sendText(client, message, length);
  if (sets->lines == NULL) sets->count = readLines(text(flag, NULL), &sets->lines);
  if (sets->count == 0) fail("There are no queries in --%s.", flag);
  const char *set = sets->lines[client->number % sets->count];
  sendText(client, set, strlen(set));
  for (const char *at = set; (at = strstr(at, "\"Add\"")) != NULL; at++) client->lacking++;
  client->isReady = client->lacking == 0;
}

static void viewerOpen(Client *client) {
  static QuerySets sets;
  openAs(client, &sets, "viewer-queries");
}

static void voterOpen(Client *client) {
  static QuerySets sets;
  openAs(client, &sets, "voter-queries");
}

/* Reads a time, which is eight bytes in base64, the lowest first. */
static long timeAt(const char *at) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char bytes[9] = {0};
  unsigned bits = 0, held = 0, length = 0;
  for (; *at != '=' && length < 8; at++) {
    const char *digit = strchr(digits, *at);
    if (digit == NULL) fail("A time is not in base64: %.12s", at);
    held = held << 6 | (unsigned)(digit - digits);
    bits += 6;
    if (bits >= 8) bytes[length++] = held >> (bits -= 8);
  }
  long time = 0;
  for (int i = 7; i >= 0; i--) time = time << 8 | bytes[i];
  return time;
}

/* Returns -1 if the text has no time after the mark. */
static long timeAfter(const char *text, size_t length, const char *mark) {
  const char *end = text + length, *at = after(text, length, mark);
  if (at != NULL) at = after(at, end - at, "\"ts\":\"");
  return at == NULL ? -1 : timeAt(at);
}

/* Returns whether all queries have a result. */
static bool hasResults(Client *client, const char *text, size_t length) {
  const char *end = text + length;
  if (after(text, length, "Failed\"") != NULL || after(text, length, "Error\"") != NULL)
    fail("A query failed: %.*s", (int)length, text);
  for (const char *at = text; (at = after(at, end - at, "\"QueryUpdated\"")) != NULL;)
    client->lacking--;
  return client->lacking <= 0;
}

static void viewerText(Client *client, const char *text, size_t length) {
  if (!hasResults(client, text, length)) return;
  long time = timeAfter(text, length, "\"endVersion\"");
  if (time >= 0) onState(client, time, length);
}

static void voterText(Client *client, const char *text, size_t length) {
  if (after(text, length, "\"MutationResponse\"") == NULL) {
    client->isReady = hasResults(client, text, length);
    return;
  }
  if (after(text, length, "\"success\":true") == NULL)
    fail("A vote was refused: %.*s", (int)length, text);
  onAnswer(client, timeAfter(text, length, "\"MutationResponse\""));
}

static void vote(Client *client) {
  static char message[1 << 10];
  int length = snprintf(message, sizeof message,
                        "{\"type\":\"Mutation\",\"requestId\":0,\"udfPath\":\"votes:set\",\"args\":"
                        "[{\"contentType\":\"beat\",\"contentId\":\"%s\",\"voted\":true}]}",
                        item);
  sendText(client, message, length);
}

const Dialect membersDialect = {viewerOpen, voterOpen, viewerText, voterText, vote};
