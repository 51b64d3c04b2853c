/*
 * The load: viewers, voters and watchers of one server on this machine.
 *
 * load MODE --port N --pid N [--dialect sync|socket.io] [--item ID] ...
 *
 * Prints one line of JSON with the figures of the mode.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "crowd.h"
#include "figures.h"
#include "http.h"

static int argumentCount;
static char **arguments;

static const char *text(const char *name, const char *fallback) {
  for (int i = 2; i + 1 < argumentCount; i += 2)
    if (strcmp(arguments[i] + 2, name) == 0) return arguments[i + 1];
  return fallback;
}

static int number(const char *name, int fallback) {
  const char *found = text(name, NULL);
  return found == NULL ? fallback : atoi(found);
}

/* The lines of a file, 0 without a file. */
static int readLines(const char *path, char ***lines) {
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  if (file == NULL) return 0;
  int length = 0;
  char *line = NULL;
  size_t size = 0;
  *lines = NULL;
  for (ssize_t read; (read = getline(&line, &size, file)) > 0;) {
    *lines = realloc(*lines, (length + 1) * sizeof **lines);
    (*lines)[length++] = strndup(line, line[read - 1] == '\n' ? read - 1 : read);
  }
  free(line);
  fclose(file);
  return length;
}

static int pid;
static const Dialect *dialect;

/* With viewers, see webSocket.h; alone, a vote's answer must not wait. */
static void gatherCrowd(void) {
  int viewers = number("viewers", 0);
  if (viewers >= 100) gatheringUs = 100;
  gatherViewers(dialect, viewers, number("at-once", 200));
}

/* Processor time of server and load between two moments. */
typedef struct {
  double atMs, serverCpuMs, ownCpuMs;
} Moment;

static Moment moment(void) {
  return (Moment){.atMs = nowMs(), .serverCpuMs = cpuMsOf(pid), .ownCpuMs = ownCpuMs()};
}

static void addLoadCpu(Moment from, Moment to) {
  addFigure("loadCpu", (to.ownCpuMs - from.ownCpuMs) / (to.atMs - from.atMs));
  addFigure("serverCpu", (to.serverCpuMs - from.serverCpuMs) / (to.atMs - from.atMs));
}

/* One vote at a time: from sending it to its sight by the last viewer. */

static long soloCount;
static double soloAnsweredAtMs;

static void soloAnswered(Client *voter, long count) {
  (void)voter;
  soloCount = count;
  soloAnsweredAtMs = nowMs();
}

static void voteOnce(Client *voter, Samples *answerMs, Samples *lastMs) {
  double sentAtMs = nowMs();
  soloCount = 0;
  dialect->sendVote(voter);
  while (soloCount == 0) turnInHope(sentAtMs, "the answer to a vote");
  awaitAll(soloCount);
  addSample(answerMs, soloAnsweredAtMs - sentAtMs);
  if (crowd.viewers > 0) addSample(lastMs, allReachedAtMs(soloCount) - sentAtMs);
}

static void voteOneByOne(void) {
  int rounds = number("rounds", 200), warmUp = number("warm-up", 20), gapMs = number("gap-ms", 0);
  gatherCrowd();
  char **items = NULL;
  int others = readLines(text("others", NULL), &items);
  if (others > 0) gatherWatchers(items, others, number("per-socket", 100));
  onAnswer = soloAnswered;
  Client *voter = gatherVoters(dialect, 1);
  Samples answerMs = {0}, lastMs = {0};
  Moment start = moment();
  for (int round = -warmUp; round < rounds; round++) {
    if (round == 0) {
      answerMs.length = lastMs.length = 0;
      start = moment();
    }
    voteOnce(voter, &answerMs, &lastMs);
    turnUntil(nowMs() + gapMs);
  }
  Moment end = moment();
  addFigure("lastViewerP50Ms", percentile(&lastMs, 50));
  addFigure("lastViewerP99Ms", percentile(&lastMs, 99));
  addFigure("answerP50Ms", percentile(&answerMs, 50));
  addFigure("answerP99Ms", percentile(&answerMs, 99));
  addFigure("messageBytes", crowd.messageBytes);
  addFigure("serverCpuPerVoteMs", (end.serverCpuMs - start.serverCpuMs) / rounds);
  addLoadCpu(start, end);
}

/* Every voter sends the next vote as soon as the last one is answered. */

typedef struct {
  long count;
  double sentAtMs;
} Vote;

static struct {
  Vote *votes;
  size_t length, capacity;
  long newest;
  int voting;
  double startsAtMs, endsAtMs;
} rush;

static void keepVote(long count, double sentAtMs) {
  if (rush.length == rush.capacity) {
    rush.capacity = rush.capacity * 2 + 4096;
    rush.votes = realloc(rush.votes, rush.capacity * sizeof *rush.votes);
  }
  rush.votes[rush.length++] = (Vote){.count = count, .sentAtMs = sentAtMs};
}

static void rushVote(Client *voter) {
  voter->sentAtMs = nowMs();
  dialect->sendVote(voter);
}

static void rushAnswered(Client *voter, long count) {
  if (count > rush.newest) rush.newest = count;
  if (voter->sentAtMs >= rush.startsAtMs) keepVote(count, voter->sentAtMs);
  if (nowMs() < rush.endsAtMs)
    rushVote(voter);
  else
    rush.voting--;
}

static void voteAllAtOnce(void) {
  int voters = number("voters", 32), seconds = number("seconds", 6);
  gatherCrowd();
  onAnswer = rushAnswered;
  Client *clients = gatherVoters(dialect, voters);
  rush.voting = voters;
  rush.startsAtMs = nowMs() + number("warm-up-ms", 1000);
  rush.endsAtMs = rush.startsAtMs + seconds * 1000;
  for (int i = 0; i < voters; i++) rushVote(&clients[i]);
  turnUntil(rush.startsAtMs);
  Moment start = moment();
  long deliveries = -crowd.deliveries;
  turnUntil(rush.endsAtMs);
  Moment end = moment();
  deliveries += crowd.deliveries;
  while (rush.voting > 0) turnInHope(end.atMs, "the answers to the last votes");
  awaitAll(rush.newest);
  Samples lastMs = {0};
  for (size_t i = 0; crowd.viewers > 0 && i < rush.length; i++)
    addSample(&lastMs, allReachedAtMs(rush.votes[i].count) - rush.votes[i].sentAtMs);
  addFigure("votesPerSecond", rush.length / (double)seconds);
  addFigure("lastViewerP50Ms", percentile(&lastMs, 50));
  addFigure("lastViewerP99Ms", percentile(&lastMs, 99));
  addFigure("deliveriesPerSecond", deliveries / (double)seconds);
  addLoadCpu(start, end);
}

/* From the first connection to the moment when all have their first result. */
static void storm(void) {
  Moment start = moment();
  gatherCrowd();
  Moment end = moment();
  addFigure("allLiveMs", end.atMs - start.atMs);
  addFigure("serverCpuPerViewerMs",
            (end.serverCpuMs - start.serverCpuMs) / number("viewers", 1));
  addLoadCpu(start, end);
}

/* What the first viewers cost once (compiled code, buffers) is not per viewer. */
static void memory(void) {
  int settleMs = number("settle-ms", 3000), viewers = number("viewers", 1000);
  gatherViewers(dialect, number("first", 200), 50);
  turnUntil(nowMs() + settleMs);
  double before = residentBytesOf(pid);
  gatherCrowd();
  turnUntil(nowMs() + settleMs);
  double after = residentBytesOf(pid);
  addFigure("kilobytesPerViewer", (after - before) / viewers / 1000);
  addFigure("residentMegabytes", after / 1e6);
}

/* Files, one after the other over one connection. */

static void addRate(double bytes, Moment start) {
  Moment end = moment();
  addFigure("megabytesPerSecond", bytes / 1e3 / (end.atMs - start.atMs));
  addLoadCpu(start, end);
}

static void upload(void) {
  size_t size = number("bytes", 0);
  char *bytes = malloc(size), **paths = NULL;
  for (size_t i = 0; i < size; i++) bytes[i] = (char)rand();
  int length = readLines(text("paths", NULL), &paths);
  connectHttp(number("port", 0));
  Moment start = moment();
  for (int i = 0; i < length; i++) postBytes(paths[i], bytes, size);
  addRate((double)size * length, start);
}

static void download(void) {
  size_t size = number("bytes", 0), rangeSize = number("range-bytes", 0);
  int rounds = number("rounds", 0);
  connectHttp(number("port", 0));
  Moment start = moment();
  for (int round = 0; round < rounds; round++) {
    size_t first = (round * 7919L * 4096) % (size - rangeSize);
    getRange(text("path", ""), first, first + rangeSize - 1);
  }
  addRate((double)rangeSize * rounds, start);
}

static const struct {
  const char *name;
  void (*run)(void);
} modes[] = {
    {"oneByOne", voteOneByOne}, {"allAtOnce", voteAllAtOnce}, {"storm", storm},
    {"memory", memory},         {"upload", upload},           {"download", download},
};

int main(int count, char **values) {
  argumentCount = count;
  arguments = values;
  const char *mode = count > 1 ? values[1] : "";
  pid = number("pid", 0);
  item = text("item", "");
  dialect = dialectNamed(text("dialect", "sync"));
  prepareSockets(number("port", 0), dialect->path);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (strcmp(modes[i].name, mode) != 0) continue;
    modes[i].run();
    printFigures();
    return 0;
  }
  fail("There is no mode \"%s\".", mode);
}
