import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load, readBeat } from "../harness/load.ts";
import { becomes } from "../harness/resources.ts";
import { Injection, straceMissing } from "../harness/strace.ts";

export const failingFsync: Fault = {
  id: "F4",
  name: "fsync answers EIO",
  does: "makes every fsync fail from one vote on, then restarts the server",
  passes: "the vote is not acknowledged, the process ends; invariants 1 to 8",
  missing: straceMissing,
  run: (lab) => endsOn(lab, "fsync", 2 * lab.rounds),
};

export const failingWrite: Fault = {
  id: "F6",
  name: "pwrite answers EIO",
  does: "makes every write fail from one vote on, then restarts the server",
  passes: "the vote is not acknowledged, the process ends; invariants 1 to 8",
  missing: straceMissing,
  run: (lab) => endsOn(lab, "pwrite64", 2 * lab.rounds),
};

export async function endsOn(
  { template }: Lab,
  syscall: string,
  times: number,
  breakage?: string,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  const violations: string[] = [];
  let acknowledged = 0;
  for (let i = 0; i < times && violations.length === 0; i += 1) {
    const history = new History();
    violations.push(...(await loseDisk(server, syscall, i, history)));
    violations.push(...violationsOf(history));
    acknowledged += history.acknowledgedCount;
  }
  return { runs: times, seen: `${acknowledged} acknowledged`, violations };
}

/**
 * Makes a system call fail while a single vote is in flight. If the vote is
 * answered, it was answered after the failure.
 */
async function loseDisk(
  server: FaultServer,
  syscall: string,
  round: number,
  history: History,
): Promise<string[]> {
  const violations: string[] = [];
  const beat = `${syscall} ${round}`;
  const client = new HistoryClient(server.url, "voter", beat, history);
  for (let i = 0; i < 20; i += 1) await client.cast(`${beat}/before ${i}`);
  const injection = await Injection.into(
    server.pid,
    syscall,
    "error=EIO:when=1+",
  );
  const vote = client.cast(`${beat}/vote`);
  const late = sleep(10_000, "late" as const, { ref: false });
  const first = await Promise.race([
    vote.then(() => "answered" as const),
    server.exited.then(() => "ended" as const),
    late,
  ]);
  if (first === "answered") violations.push("1: a vote was answered after EIO");
  if (first === "late") violations.push("The server neither answers nor ends.");
  if (first === "ended" && !/I\/O error|disk/i.test(server.output)) {
    violations.push("The server does not say why it ended.");
  }
  await injection[Symbol.asyncDispose]();
  await server.signal("SIGKILL");
  await server.start();
  await vote;
  history.final.set(beat, await readBeat(server, beat));
  client.close();
  return violations;
}

export const fullForWrites: Fault = {
  id: "F6",
  name: "pwrite answers ENOSPC under load",
  does: "makes every write fail as on a full disk for half a second",
  passes:
    "votes are refused with an explanation, reads continue; invariants 1 to 8",
  missing: straceMissing,
  run: refuseForAWhile,
};

async function refuseForAWhile({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const load = new Load(server, "no space");
  const { history } = load;
  const violations: string[] = [];
  await load.acknowledged(5);
  const injection = await Injection.into(
    server.pid,
    "pwrite64",
    "error=ENOSPC:when=3+",
  );
  await sleep(500);
  const refusals = () =>
    [...history.votes.values()].flatMap(({ refusal }) =>
      refusal === null ? [] : [refusal],
    );
  await becomes(() => refusals().length > 0);
  const votes = await server.query<number>("votes:tally", {
    beat: "no space.0",
  });
  if (votes === 0) violations.push("Nothing can be read.");
  await injection[Symbol.asyncDispose]();
  await load.acknowledged(5);
  await load.finish();
  if (refusals().length === 0) violations.push("No vote was refused.");
  const unclear = refusals().find((text) => !/disk is full/i.test(text));
  if (unclear !== undefined) violations.push(`Unclear: ${unclear}`);
  violations.push(...violationsOf(history));
  const seen = `${refusals().length} refused, ${history.acknowledgedCount} acknowledged`;
  return { runs: 1, seen, violations };
}
