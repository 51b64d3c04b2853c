import { setTimeout as sleep } from "node:timers/promises";
import { TcpProxy } from "../../test/support/tcpProxy.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load } from "../harness/load.ts";

export const brokenNetwork: Fault = {
  id: "F21",
  name: "connections cut, one direction black-holed",
  does: "under load, disconnects all clients, or first drops the server's messages for a while",
  passes: "nothing lost or doubled, times never fall; invariants 1 to 8",
  run: (lab) => breakNetwork(lab, 10 * lab.rounds),
};

export async function breakNetwork(
  { random, template }: Lab,
  times: number,
  breakage?: string,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  await using proxy = await TcpProxy.before(server.port);
  const load = new Load(server, "network", { url: proxy.url });
  for (let i = 0; i < times; i += 1) {
    await load.acknowledged(random.below(50, 10));
    proxy.isMuted = random.below(2) === 0;
    if (proxy.isMuted) await sleep(random.below(200, 20));
    proxy.cutAll();
    proxy.isMuted = false;
  }
  await load.acknowledged(10);
  await load.finish();
  return {
    runs: times,
    seen: `${load.history.acknowledgedCount} acknowledged`,
    violations: violationsOf(load.history),
  };
}
