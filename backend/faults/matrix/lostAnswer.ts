import { TcpProxy } from "../../test/support/tcpProxy.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { readBeat } from "../harness/load.ts";

export const lostAnswer: Fault = {
  id: "F3",
  name: "crash between COMMIT and the answer",
  does: "withholds the answer of a mutation, kills the server and restarts it",
  passes: "the repeated request has no second effect",
  run: (lab) => loseAnswers(lab, 5 * lab.rounds),
};

export async function loseAnswers(
  { template }: Lab,
  times: number,
  breakage?: string,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  await using proxy = await TcpProxy.before(server.port);
  const history = new History();
  const beat = "lost answers";
  const client = new HistoryClient(proxy.url, "voter", beat, history);
  for (let i = 0; i < times; i += 1) {
    const cut = Promise.withResolvers<void>();
    proxy.cutBeforeAnswer = (data) => {
      const isAnswer = data.includes("MutationResponse");
      if (isAnswer) cut.resolve();
      return isAnswer;
    };
    const vote = client.cast(`vote ${i}`);
    await cut.promise;
    await server.signal("SIGKILL");
    proxy.cutBeforeAnswer = () => false;
    await server.start();
    await vote;
  }
  history.final.set(beat, await readBeat(server, beat));
  client.close();
  return {
    runs: times,
    seen: `${history.acknowledgedCount} answered after all`,
    violations: violationsOf(history),
  };
}
