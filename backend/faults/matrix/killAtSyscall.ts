import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { Injection, straceMissing } from "../harness/strace.ts";
import { killRepeatedly } from "./killRepeatedly.ts";

const TIMES = 50;

function killAt(syscall: string, below: number): Fault {
  return {
    id: "F2",
    name: `kill -9 at the Nth ${syscall}`,
    does: "strace kills the server while it makes that call, under load",
    passes: "invariants 1 to 8 for every N",
    missing: straceMissing,
    run: (lab) => sweep(lab, syscall, below),
  };
}

async function sweep(
  lab: Lab,
  syscall: string,
  below: number,
): Promise<Outcome> {
  const tried = new Set<number>();
  const late: string[] = [];
  const outcome = await killRepeatedly(lab, {
    count: TIMES * lab.rounds,
    kill: async (server) => {
      const nth = lab.random.below(below, 1);
      tried.add(nth);
      const what = `signal=KILL:when=${nth}`;
      await using _ = await Injection.into(server.pid, syscall, what);
      const timeout = sleep(20_000, null, { ref: false });
      if ((await Promise.race([server.exited, timeout])) !== null) return;
      late.push(`The ${nth}th ${syscall} never came.`);
      await server.signal("SIGKILL");
    },
  });
  const seen = `${outcome.seen}; ${tried.size} different N below ${below}`;
  return { ...outcome, seen, violations: [...outcome.violations, ...late] };
}

export const killAtWrite = killAt("pwrite64", 200);
export const killAtFsync = killAt("fsync", 30);
