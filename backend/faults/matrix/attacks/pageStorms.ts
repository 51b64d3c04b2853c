/** Attacks on pages of HTTP actions, from many addresses at once. */
import { Agent, request, type RequestOptions } from "node:http";
import { attackRow } from "../../harness/attack.ts";

const ADDRESSES = 10;
const READERS_PER_ADDRESS = 20;
const STORM_MS = 8_000;

interface Page {
  readonly name: string;
  readonly path: () => string;
}

export const pageStorm = stormRow({
  name: "one page",
  path: () => "/shared-page",
});

export const pageStormAroundCache = stormRow({
  name: "pages that nobody else asks for",
  path: () => `/shared-page?${Math.random()}`,
});

function stormRow({ name, path }: Page) {
  const readers = ADDRESSES * READERS_PER_ADDRESS;
  return attackRow({
    id: "A28",
    name: `${readers} readers of ${name}`,
    does: `${ADDRESSES} addresses read pages of an HTTP action without a pause, ${READERS_PER_ADDRESS} at once each`,
    run: async ({ attacker, server: { port } }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
      const endsAt = Date.now() + STORM_MS;
      await Promise.all(
        Array.from({ length: readers }, async (_, n) => {
          while (Date.now() < endsAt) {
            attacker.sentCount += 1;
            const headers = {
              "X-Forwarded-For": `203.0.113.${n % ADDRESSES}`,
              "Accept-Encoding": "gzip",
            };
            await read({ agent, port, path: path(), headers });
          }
        }),
      );
      agent.destroy();
      return [];
    },
  });
}

function read(options: RequestOptions): Promise<void> {
  return new Promise((resolve) => {
    request(options, (message) => {
      message.resume().once("close", resolve);
    })
      .once("error", () => resolve())
      .end();
  });
}
