import { EXECUTOR_ENDED } from "../harness/executorEnded.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { Load, readBeat } from "../harness/load.ts";
import type { History } from "../harness/history.ts";
import { violationsOf } from "../harness/violationsOf.ts";

const CALLERS = 8;
const BEAT = "without a session";

interface Answer {
  readonly key: string;
  /** False if the server said that the outcome is unknown. */
  readonly isKnown: boolean;
}

export const endingExecutor: Fault = {
  id: "F23",
  name: "executor ends between COMMIT and the answers",
  does: "ends the thread after every 50th flush, while sessions and HTTP callers vote",
  passes: "no vote is lost or doubled, HTTP callers learn what is unknown",
  run: (lab) => endExecutors(lab, 10 * lab.rounds),
};

export async function endExecutors(
  { template }: Lab,
  times: number,
  breakage = "ending-executor",
): Promise<Outcome> {
  await using server = await FaultServer.from(template, { breakage });
  const load = new Load(server, "with sessions");
  const { history } = load;
  const endings = () => server.output.split(EXECUTOR_ENDED).length - 1;
  const callers = Array.from({ length: CALLERS }, (_, i) =>
    voteWhile(() => endings() < times, server, history, `caller ${i}`),
  );
  const answers = (await Promise.all(callers)).flat();
  await load.finish();
  history.final.set(BEAT, await readBeat(server, BEAT));
  const known = answers.filter(({ isKnown }) => isKnown);
  const stored = new Set(history.final.get(BEAT)?.keys);
  const lost = known.filter(({ key }) => !stored.has(key));
  return {
    runs: endings(),
    seen: `${history.acknowledgedCount + known.length} acknowledged, ${answers.length - known.length} unknown`,
    violations: [
      ...violationsOf(history),
      ...lost.map(({ key }) => `1: ${key} was acknowledged and is lost`),
    ],
  };
}

/** Votes over HTTP, one vote after another. */
async function voteWhile(
  isGoing: () => boolean,
  server: FaultServer,
  history: History,
  name: string,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; isGoing(); n += 1) {
    const key = `${name}/${n}`;
    history.invoke(BEAT, key);
    answers.push({ key, isKnown: await isAnswered(server, key) });
  }
  return answers;
}

async function isAnswered(server: FaultServer, key: string): Promise<boolean> {
  try {
    await server.mutation("votes:cast", { beat: BEAT, key });
    return true;
  } catch (error) {
    if (String(error).includes("OutcomeUnknown")) return false;
    throw error;
  }
}
