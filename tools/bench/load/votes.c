/* Two ways of voting in front of a crowd. */
#include <stdlib.h>

#include "arguments.h"
#include "crowd.h"
#include "figures.h"
#include "modes.h"

/*
 * One vote at a time, measured from sending it until the last viewer sees it.
 */

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

void voteOneByOne(void) {
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

/*
 * All voters at once; each sends its next vote as soon as the last one is
 * answered.
 */

typedef struct {
  long mark;
  double sentAtMs;
} Vote;

static struct {
  Vote *votes;
  size_t length, capacity;
  long newest;
  int voting;
  double startsAtMs, endsAtMs;
} rush;

static void keepVote(long mark, double sentAtMs) {
  if (rush.length == rush.capacity) {
    rush.capacity = rush.capacity * 2 + 4096;
    rush.votes = realloc(rush.votes, rush.capacity * sizeof *rush.votes);
  }
  rush.votes[rush.length++] = (Vote){.mark = mark, .sentAtMs = sentAtMs};
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

/* Adds how long the votes from `first` on took to the last viewer. */
static void addLastViewer(size_t first) {
  awaitAll(rush.newest);
  Samples lastMs = {0};
  for (size_t i = first; crowd.viewers > 0 && i < rush.length; i++)
    addSample(&lastMs, allReachedAtMs(rush.votes[i].mark) - rush.votes[i].sentAtMs);
  addFigure("lastViewerP50Ms", percentile(&lastMs, 50));
  addFigure("lastViewerP99Ms", percentile(&lastMs, 99));
}

void voteAllAtOnce(void) {
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
  addFigure("votesPerSecond", rush.length / (double)seconds);
  addLastViewer(0);
  addFigure("deliveriesPerSecond", deliveries / (double)seconds);
  addLoadCpu(start, end);
}

/*
 * Each voter votes once, because a person has one vote. A fixed number vote at a
 * time: when one is answered, the next one votes.
 */

static Client *nextVoter, *endOfVoters;

static void turnAnswered(Client *voter, long mark) {
  if (mark > rush.newest) rush.newest = mark;
  keepVote(mark, voter->sentAtMs);
  if (nextVoter < endOfVoters)
    rushVote(nextVoter++);
  else
    rush.voting--;
}

void voteInTurn(void) {
  int voters = number("voters", 1000), atOnce = number("voting", 32);
  size_t warmUp = number("warm-up", 0);
  gatherCrowd();
  requireSockets(voters);
  onAnswer = turnAnswered;
  nextVoter = gatherVoters(dialect, voters);
  endOfVoters = nextVoter + voters;
  for (rush.voting = 0; rush.voting < atOnce; rush.voting++) rushVote(nextVoter++);
  double sinceMs = nowMs();
  while (rush.length < warmUp) turnInHope(sinceMs, "the first votes");
  Moment start = moment();
  size_t first = rush.length;
  while (rush.voting > 0) turnInHope(start.atMs, "the answers to all votes");
  Moment end = moment();
  double votes = rush.length - first;
  addFigure("votesPerSecond", votes / (end.atMs - start.atMs) * 1000);
  addFigure("serverCpuPerVoteMs", (end.serverCpuMs - start.serverCpuMs) / votes);
  addLastViewer(first);
  addFigure("messageBytes", crowd.messageBytes);
  addLoadCpu(start, end);
}
