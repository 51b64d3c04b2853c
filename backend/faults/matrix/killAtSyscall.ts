import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { violationsOf } from "../harness/invariants.ts";
import { Load } from "../harness/load.ts";
import { Injection, straceMissing } from "../harness/strace.ts";

function killAt(syscall: string, times: number): Fault {
  return {
    id: "F2",
    name: `kill -9 at the Nth ${syscall}`,
    does: "strace kills the server while it makes that call, under load",
    passes: "invariants 1 to 8 for every N",
    missing: straceMissing,
    run: (lab) => sweep(lab, syscall, times * lab.rounds),
  };
}

async function sweep(
  { random, template }: Lab,
  syscall: string,
  times: number,
): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const violations: string[] = [];
  const tried: number[] = [];
  let acknowledged = 0;
  while (tried.length < times && violations.length === 0) {
    const nth = random.below(60, 1);
    tried.push(nth);
    const history = new History();
    const load = new Load(server, `beat ${tried.length}`, history);
    await load.acknowledged(1);
    await using injection = await Injection.into(
      server.pid,
      syscall,
      `signal=KILL:when=${nth}`,
    );
    const late = sleep(20_000, null, { ref: false });
    if ((await Promise.race([server.exited, late])) === null) {
      violations.push(`The ${nth}th ${syscall} never came.`);
      await server.signal("SIGKILL");
    }
    await injection[Symbol.asyncDispose]();
    await server.start();
    await load.acknowledged(1);
    await load.finish();
    violations.push(...violationsOf(history));
    acknowledged += history.acknowledgedCount;
  }
  const list = tried.sort((a, b) => a - b).join(" ");
  const seen = `${acknowledged} votes acknowledged; N = ${list}`;
  return { runs: tried.length, seen, violations };
}

export const killAtWrite = killAt("pwrite64", 5);
export const killAtFsync = killAt("fsync", 5);
