/**
 * The one checker of all runs: the invariants over a recorded history. The
 * numbers are those of the fault matrix; 9 (bounded) and 10 (no orphans) are
 * measured on the process and its directory, see `resources.ts` and `uploads.ts`.
 */
import type { BeatState, History, Snapshot, Vote } from "./history.ts";

const MAX_REPORTED = 5;

/**
 * Returns every violation as "<invariant>: <text>", shortened to one of each
 * kind if there are many.
 */
export function violationsOf(history: History): string[] {
  const votesByBeat = Map.groupBy(history.votes.values(), ({ beat }) => beat);
  const found: string[] = [...history.stalls];
  for (const [beat, votes] of votesByBeat) {
    const state = history.final.get(beat);
    if (state === undefined) found.push(`${beat} was never read at the end`);
    else found.push(...finalViolations(beat, votes, state));
    found.push(...orderViolations(beat, votes));
  }
  const timesByBeat = new Map(
    [...votesByBeat].map(([beat, votes]) => [beat, sortedTimes(votes)]),
  );
  for (const snapshot of history.snapshots) {
    const times = timesByBeat.get(snapshot.beat) ?? [];
    found.push(...snapshotViolations(snapshot, times, history));
  }
  found.push(...clockViolations(history.snapshots));
  found.push(...convergenceViolations(history));
  for (const [pair, sidesOn] of history.pairs) {
    if (sidesOn === 0) found.push(`7: both sides of ${pair} are off`);
  }
  return summarised(found);
}

function finalViolations(
  beat: string,
  votes: readonly Vote[],
  { tally, keys }: BeatState,
): string[] {
  const stored = new Set(keys);
  const lost = votes.filter(({ answer, key }) => answer && !stored.has(key));
  const ghosts = votes.filter(({ refusal, key }) => refusal && stored.has(key));
  const found = [
    ...lost.map(({ key }) => `1: ${key} was acknowledged and is lost`),
    ...ghosts.map(({ key }) => `2: ${key} was refused and is there`),
  ];
  if (stored.size !== keys.length) {
    found.push(`2: ${keys.length - stored.size} votes of ${beat} are doubled`);
  }
  if (tally !== keys.length) {
    found.push(`3: ${beat} counts ${tally}, has ${keys.length} at the end`);
  }
  return found;
}

function sortedTimes(votes: readonly Vote[]): bigint[] {
  return votes
    .flatMap(({ answer }) => (answer === null ? [] : [answer.ts]))
    .sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Checks that a snapshot shows exactly what was committed up to its time. Takes
 * time proportional to its keys.
 */
function snapshotViolations(
  snapshot: Snapshot,
  times: readonly bigint[],
  history: History,
): string[] {
  const { atLeastTs, beat, client, keys, seenAt, tally, ts } = snapshot;
  const found: string[] = [];
  if (ts < atLeastTs) {
    found.push(`4: ${client} saw ${ts}, others had ${atLeastTs} when it asked`);
  }
  if (tally !== keys.length) {
    found.push(`3: ${client} saw a count of ${tally} beside ${keys.length}`);
  }
  const seen = new Set(keys);
  let dueCount = 0;
  for (const key of seen) {
    const vote = history.votes.get(key);
    if (vote === undefined || vote.invokedAt > seenAt) {
      found.push(`4: ${client} saw ${key} before it was cast`);
    } else if (vote.beat !== beat) {
      found.push(`4: ${client} saw ${key} of another beat`);
    } else if (vote.answer !== null && vote.answer.ts > ts) {
      found.push(`4: ${client} saw ${key} before its time`);
    } else if (vote.refusal !== null) {
      found.push(`4: ${client} saw ${key}, which was refused`);
    } else if (vote.answer !== null) {
      dueCount += 1;
    }
  }
  const missing = countUpTo(times, ts) - dueCount;
  if (missing > 0) {
    found.push(`6: ${client} saw ${seen.size} at ${ts}, ${missing} too few`);
  }
  return found;
}

/** Returns how many of the sorted times are at or before `ts`. */
function countUpTo(times: readonly bigint[], ts: bigint): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? ts) <= ts) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Checks that positions follow commit times. Each vote reads the count and
 * writes it back, so no two may have the same position.
 */
function orderViolations(beat: string, votes: readonly Vote[]): string[] {
  const answers = votes
    .flatMap(({ answer }) => (answer === null ? [] : [answer]))
    .sort((a, b) => a.position - b.position);
  const found: string[] = [];
  for (const [i, answer] of answers.entries()) {
    const before = answers[i - 1];
    if (before === undefined) continue;
    if (before.position === answer.position) {
      found.push(`7: two votes of ${beat} were number ${answer.position}`);
    } else if (before.ts >= answer.ts) {
      found.push(
        `7: number ${answer.position} of ${beat} is older than before`,
      );
    }
  }
  return found;
}

function clockViolations(snapshots: readonly Snapshot[]): string[] {
  const last = new Map<string, bigint>();
  const found: string[] = [];
  for (const { client, ts } of snapshots) {
    if (ts < (last.get(client) ?? 0n)) {
      found.push(`5: the time of ${client} went back`);
    }
    last.set(client, ts);
  }
  return found;
}

function convergenceViolations({ settled, final }: History): string[] {
  const found: string[] = [];
  for (const { client, beat, keys } of settled.values()) {
    const expected = final.get(beat)?.keys ?? [];
    if (keys.join() !== expected.join()) {
      found.push(`8: ${client} shows ${keys.length} of ${expected.length}`);
    }
  }
  return found;
}

function summarised(found: readonly string[]): string[] {
  if (found.length <= MAX_REPORTED) return [...found];
  const kinds = Map.groupBy(found, (text) => text.slice(0, 2));
  return [...kinds.values()].map(
    (texts) => `${texts[0]} (${texts.length} of this kind)`,
  );
}
