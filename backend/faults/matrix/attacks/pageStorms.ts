/** Attacks on actions, from one or many addresses at once. */
import { Agent, request, type RequestOptions } from "node:http";
import { attackRow } from "../../harness/attack.ts";

const STORM_MS = 8_000;
const PAGE = "/shared-page";

interface Storm {
  readonly name: string;
  readonly does: string;
  readonly addresses: number;
  readonly atOnce: number; // requests of each address
  readonly ask: () => Ask;
}

interface Ask {
  readonly method?: "POST";
  readonly path: string;
  readonly body?: string;
}

export const oneReader = stormRow({
  name: "1 address x 40 readers of one page",
  does: "one address reads a page of an HTTP action without a pause, 40 times at once",
  ...{ addresses: 1, atOnce: 40, ask: () => ({ path: PAGE }) },
});

export const pageStorm = stormRow({
  name: "10 x 20 readers of one page",
  does: "10 addresses read a page of an HTTP action without a pause, 20 times at once each",
  ...{ addresses: 10, atOnce: 20, ask: () => ({ path: PAGE }) },
});

export const pageStormAroundCache = stormRow({
  name: "10 x 20 readers of pages that nobody else asks for",
  does: "the same, each time with another address of the page",
  ...{ addresses: 10, atOnce: 20 },
  ask: () => ({ path: `${PAGE}?${Math.random()}` }),
});

const PIECE: Ask = {
  ...{ method: "POST", path: "/piece", body: "x".repeat(64 * 1024) },
};

export const pieceStorm = stormRow({
  name: "10 x 8 pieces that are refused",
  does: "10 addresses send pieces of 64 KiB of uploads that do not exist, 8 at once each",
  ...{ addresses: 10, atOnce: 8, ask: () => PIECE },
});

const SIGN_IN: Ask = {
  method: "POST",
  path: "/api/action",
  body: JSON.stringify({
    path: "attacks:signIn",
    args: { password: "x".repeat(20) },
  }),
};

export const signInStorm = stormRow({
  name: "10 x 20 wrong passwords",
  does: "10 addresses sign in with wrong passwords, which an action hashes, 20 at once each",
  ...{ addresses: 10, atOnce: 20, ask: () => SIGN_IN },
});

function stormRow({ name, does, addresses, atOnce, ask }: Storm) {
  return attackRow({
    ...{ id: "A28", name, does, page: PAGE },
    run: async ({ attacker, server: { port } }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
      const endsAt = Date.now() + STORM_MS;
      await Promise.all(
        Array.from({ length: addresses * atOnce }, async (_, n) => {
          while (Date.now() < endsAt) {
            attacker.sentCount += 1;
            const headers = {
              "X-Forwarded-For": `203.0.113.${n % addresses}`,
              "Accept-Encoding": "gzip",
              "Content-Type": "application/json",
            };
            const { body, ...asked } = ask();
            await send({ agent, port, headers, ...asked }, body);
          }
        }),
      );
      agent.destroy();
      return [];
    },
  });
}

function send(options: RequestOptions, body: string | undefined) {
  return new Promise<void>((resolve) => {
    request(options, (message) => {
      message.resume().once("close", resolve);
    })
      .once("error", () => resolve())
      .end(body);
  });
}
