/*
 * Simulates viewers, voters and watchers of one server on this machine.
 *
 * Usage: load MODE --port N --pid N [--dialect sync|members] [--item ID] ...
 *
 * Prints the figures of the mode as one line of JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "crowd.h"
#include "figures.h"
#include "modes.h"

int pid;
const Dialect *dialect;

/*
 * Batches reads only for a crowd (see webSocket.h). With few viewers that would
 * delay the answer to a vote.
 */
void gatherCrowd(void) {
  int viewers = number("viewers", 0);
  if (viewers >= 100) gatheringUs = 200;
  requireSockets(viewers);
  gatherViewers(dialect, viewers, number("at-once", 200));
}

Moment moment(void) {
  return (Moment){.atMs = nowMs(), .serverCpuMs = cpuMsOf(pid), .ownCpuMs = ownCpuMs()};
}

void addLoadCpu(Moment from, Moment to) {
  addFigure("loadCpu", (to.ownCpuMs - from.ownCpuMs) / (to.atMs - from.atMs));
  addFigure("serverCpu", (to.serverCpuMs - from.serverCpuMs) / (to.atMs - from.atMs));
}

/*
 * Measures from the first connection until every viewer has its first result.
 */
static void storm(void) {
  Moment start = moment();
  gatherCrowd();
  Moment end = moment();
  addFigure("allLiveMs", end.atMs - start.atMs);
  addFigure("serverCpuPerViewerMs",
            (end.serverCpuMs - start.serverCpuMs) / number("viewers", 1));
  addLoadCpu(start, end);
}

/*
 * Opens some viewers first, so that one-time costs (compiled code, buffers) are
 * not counted per viewer.
 */
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

static const struct {
  const char *name;
  void (*run)(void);
} modes[] = {
    {"oneByOne", voteOneByOne}, {"allAtOnce", voteAllAtOnce}, {"storm", storm},
    {"memory", memory},         {"inTurn", voteInTurn},
};

int main(int count, char **values) {
  takeArguments(count, values);
  const char *mode = count > 1 ? values[1] : "";
  pid = number("pid", 0);
  item = text("item", "");
  dialect = dialectNamed(text("dialect", "sync"));
  prepareSockets(number("port", 0));
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (strcmp(modes[i].name, mode) != 0) continue;
    modes[i].run();
    printFigures();
    return 0;
  }
  fail("There is no mode \"%s\".", mode);
}
