/** The two ways to vote in front of a crowd. */
import { setTimeout as pause } from "node:timers/promises";
import { Crowd } from "./crowd.ts";
import { percentile } from "./percentile.ts";
import { type Target, Voter } from "./syncSession.ts";

export interface OneByOne {
  readonly lastViewerP50Ms: number;
  readonly lastViewerP99Ms: number;
  readonly answerP50Ms: number;
  readonly messageBytes: number;
}

const WARM_UP_ROUNDS = 20;

/** One vote at a time: from sending it to its sight by the last viewer. */
export async function voteOneByOne(
  target: Target,
  viewers: number,
  rounds: number,
  gapMs: number,
): Promise<OneByOne> {
  const crowd = await Crowd.gather(target, viewers);
  const voter = await Voter.open(target, "solo");
  const lastMs: number[] = [];
  const answerMs: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const sentAtMs = performance.now();
    const count = await voter.vote();
    const answeredAtMs = performance.now();
    await crowd.whenAllReached(count);
    if (round >= 0) {
      answerMs.push(answeredAtMs - sentAtMs);
      lastMs.push(crowd.allReachedAtMs(count) - sentAtMs);
    }
    await pause(gapMs);
  }
  voter.close();
  crowd.leave();
  return {
    lastViewerP50Ms: percentile(lastMs, 50),
    lastViewerP99Ms: percentile(lastMs, 99),
    answerP50Ms: percentile(answerMs, 50),
    messageBytes: crowd.messageBytes,
  };
}

export interface AllAtOnce {
  readonly votesPerSecond: number;
  readonly lastViewerP50Ms: number;
  readonly lastViewerP99Ms: number;
  readonly deliveriesPerSecond: number;
  /** Share of one core that the load itself used: near 1, the load is the limit. */
  readonly loadCpu: number;
}

const WARM_UP_MS = 1_000;

/** Every voter sends the next vote as soon as the last one is answered. */
export async function voteAllAtOnce(
  target: Target,
  viewers: number,
  voters: number,
  seconds: number,
): Promise<AllAtOnce> {
  const crowd = await Crowd.gather(target, viewers);
  const all = await Promise.all(
    Array.from({ length: voters }, (_, i) => Voter.open(target, `voter${i}`)),
  );
  const sentAtMs = new Map<number, number>();
  const startsAtMs = performance.now() + WARM_UP_MS;
  const endsAtMs = startsAtMs + seconds * 1_000;
  let newest = 0;
  let deliveriesBefore = 0;
  let cpuBefore = process.cpuUsage();
  setTimeout(() => {
    deliveriesBefore = crowd.deliveries;
    cpuBefore = process.cpuUsage();
  }, WARM_UP_MS);
  await Promise.all(
    all.map(async (voter) => {
      while (performance.now() < endsAtMs) {
        const sent = performance.now();
        const count = await voter.vote();
        newest = Math.max(newest, count);
        if (sent >= startsAtMs) sentAtMs.set(count, sent);
      }
    }),
  );
  const deliveries = crowd.deliveries - deliveriesBefore;
  const cpu = process.cpuUsage(cpuBefore);
  await crowd.whenAllReached(newest);
  const lastMs =
    viewers === 0
      ? []
      : [...sentAtMs].map(
          ([count, sent]) => crowd.allReachedAtMs(count) - sent,
        );
  for (const voter of all) voter.close();
  crowd.leave();
  return {
    votesPerSecond: sentAtMs.size / seconds,
    lastViewerP50Ms: percentile(lastMs, 50),
    lastViewerP99Ms: percentile(lastMs, 99),
    deliveriesPerSecond: deliveries / seconds,
    loadCpu: (cpu.user + cpu.system) / 1e6 / seconds,
  };
}
