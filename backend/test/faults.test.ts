import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Clients, mutation, query, watch } from "./support/clients.ts";
import { RawClient } from "./support/rawClient.ts";
import { ServerProcess } from "./support/serverProcess.ts";
import { TcpProxy } from "./support/tcpProxy.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.withApp();
});

afterAll(() => server[Symbol.asyncDispose]());

const keysQuery = query<string[]>("entries:keys");
const pageOfKeys = query<{
  keys: string[];
  isDone: boolean;
  continueCursor: string;
}>("entries:pageOfKeys");

async function keysStored(): Promise<string[]> {
  const http = new ConvexHttpClient(server.url);
  const keys: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts = { numItems: 2_000, cursor };
    const page: Awaited<ReturnType<typeof http.query<typeof pageOfKeys>>> =
      await http.query(pageOfKeys, { paginationOpts });
    keys.push(...page.keys);
    if (page.isDone) return keys;
    cursor = page.continueCursor;
  }
}

async function countOf(key: string): Promise<number> {
  return (await keysStored()).filter((stored) => stored === key).length;
}

test("executes a repeated mutation once when its answer was lost", async () => {
  await using proxy = await TcpProxy.before(server.port);
  await using clients = new Clients();
  const client = clients.open(proxy.url);
  const seen = watch(client, keysQuery, {});
  await expect.poll(() => seen.length).toBe(1);
  let cuts = 0;
  proxy.cutBeforeAnswer = (data) => {
    if (cuts > 0 || !data.includes("MutationResponse")) return false;
    cuts += 1;
    return true;
  };
  const answer = await client.mutation(mutation("entries:add"), {
    key: "lost answer",
  });
  expect(answer).toBe("lost answer");
  expect(cuts).toBe(1);
  expect(await countOf("lost answer")).toBe(1);
  expect(seen.at(-1)).toContain("lost answer");
});

test("completes a mutation once when the connection is cut while it runs", async () => {
  await using proxy = await TcpProxy.before(server.port);
  await using clients = new Clients();
  const client = clients.open(proxy.url);
  await client.query(keysQuery, {});
  const answer = client.mutation(mutation("entries:addSlowly"), {
    key: "cut",
  });
  await expect.poll(() => client.connectionState().inflightMutations).toBe(1);
  proxy.cutAll();
  expect(await answer).toBe("cut");
  expect(await countOf("cut")).toBe(1);
});

test("returns the stored answer after kill -9 between commit and answer", async () => {
  await using proxy = await TcpProxy.before(server.port);
  await using clients = new Clients();
  const client = clients.open(proxy.url);
  await client.query(keysQuery, {});
  proxy.isMuted = true;
  const answer = client.mutation(mutation("entries:add"), { key: "killed" });
  await expect.poll(() => countOf("killed")).toBe(1);
  await server.kill();
  proxy.isMuted = false;
  await server.start();
  expect(await answer).toBe("killed");
  expect(await countOf("killed")).toBe(1);
});

test("sends viewers the newest state after a restart", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const seen = watch(client, keysQuery, {});
  await expect.poll(() => seen.length).toBe(1);
  await server.kill();
  await server.start();
  const writer = new ConvexHttpClient(server.url);
  await writer.mutation(mutation("entries:add"), { key: "after restart" });
  await expect.poll(() => seen.at(-1)).toContain("after restart");
});

/** KILL_ROUNDS makes the run shorter or longer. */
const rounds = Number(process.env.KILL_ROUNDS ?? 40);

test(
  `neither loses nor repeats acknowledged writes when killed ${rounds} times under load`,
  async () => {
    const clients = Array.from({ length: 4 }, () => new RawClient(server.url));
    const acknowledged: string[] = [];
    let isRunning = true;
    const load = clients.map(async (client, i) => {
      for (let n = 0; isRunning; n += 1) {
        const key = `load ${i} ${n}`;
        await client.mutate("entries:add", { key });
        acknowledged.push(key);
      }
    });
    for (let round = 0; round < rounds; round += 1) {
      const soFar = acknowledged.length;
      await expect
        .poll(() => acknowledged.length, { interval: 5 })
        .toBeGreaterThan(soFar + Math.floor(Math.random() * 20));
      await server.kill();
      const lastAcknowledged = [...acknowledged];
      await server.start();
      const stored = new Set(await keysStored());
      expect(lastAcknowledged.filter((key) => !stored.has(key))).toEqual([]);
    }
    isRunning = false;
    await Promise.all(load);
    for (const client of clients) client.close();

    const stored = (await keysStored()).filter((key) =>
      key.startsWith("load "),
    );
    expect(stored.sort()).toEqual(acknowledged.sort());
    expect(acknowledged.length).toBeGreaterThan(rounds);
    const total = await new ConvexHttpClient(server.url).query(
      query<number>("counters:get"),
      { name: "entries" },
    );
    // `add` counts in the same transaction; `addSlowly` does not count.
    const added = (await keysStored()).filter((key) => key !== "cut");
    expect(total).toBe(added.length);
  },
  // Only a failing run takes this long: on a busy machine a start may need ten seconds.
  60_000 + rounds * 30_000,
);
