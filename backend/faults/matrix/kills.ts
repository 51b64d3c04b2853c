/** Kills under a dense load, again and again; every acknowledged vote is accounted for. */
import type { Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/invariants.ts";
import { denseShape, Load } from "../harness/load.ts";

/** A life of the server on the beats of one load. */
const livesPerLoad = 5;
/** Acknowledged before each kill: 200 kills are owed 100,000. */
const votesPerLife = 500;

interface Kills {
  readonly count: number;
  /** Ends the server, which is under load. */
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
    for (let i = 0; i < livesPerLoad && done < count; i += 1, done += 1) {
      await load.acknowledged(votesPerLife);
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
