/**
 * Kills a server under dense load again and again, and accounts for every
 * acknowledged vote.
 */
import type { Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { denseShape, Load } from "../harness/load.ts";

/** Kills and restarts per load. */
const LIVES_PER_LOAD = 5;
/**
 * Votes acknowledged before each kill, so 200 kills put 100,000 votes at risk.
 */
const VOTES_PER_LIFE = 500;

interface Kills {
  readonly count: number;
  /** Ends the server while it is under load. */
  readonly kill: (server: FaultServer) => Promise<void>;
  readonly breakage?: string;
}

export async function killRepeatedly(
  { template }: Lab,
  { count, kill, breakage }: Kills,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  const violations: string[] = [];
  let acknowledged = 0;
  let done = 0;
  while (done < count && violations.length === 0) {
    const load = new Load(server, `beat ${done}`, { shape: denseShape });
    for (let i = 0; i < LIVES_PER_LOAD && done < count; i += 1, done += 1) {
      await load.acknowledged(VOTES_PER_LIFE);
      await kill(server);
      await server.start();
    }
    await load.acknowledged(1);
    await load.finish();
    violations.push(...violationsOf(load.history));
    acknowledged += load.history.acknowledgedCount;
  }
  const kinds = (start: string) =>
    violations.filter((text) => text.startsWith(start)).length;
  const seen = `${acknowledged} acknowledged, ${kinds("1:")} lost, ${kinds("2:")} doubled`;
  return { runs: done, seen, violations };
}
