import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { ConvexError, type Value } from "convex/values";
import { afterAll, beforeAll, expect, test } from "vitest";
import { action, Clients, mutation, query, watch } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.withApp({
    env: { FUNCTION_TIMEOUT_MS: "1500" },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const send = mutation("messages:send");
const list = query<string[]>("messages:list");

test("shows one client's writes to another live", async () => {
  await using clients = new Clients();
  const [writer, viewer] = [clients.open(server.url), clients.open(server.url)];
  const seen = watch(viewer, list, { channel: "live" });
  await expect.poll(() => seen).toEqual([[]]);
  await writer.mutation(send, { channel: "live", body: "hello", rank: 1 });
  await expect.poll(() => seen).toEqual([[], ["hello"]]);
});

test("shows writers their own writes when the mutation resolves", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const seen = watch(client, list, { channel: "own" });
  await expect.poll(() => seen.length).toBe(1);
  for (let rank = 1; rank <= 20; rank += 1) {
    await client.mutation(send, { channel: "own", body: `${rank}`, rank });
    expect(seen.at(-1)).toHaveLength(rank);
  }
});

test("returns the same data to the React client and the HTTP client", async () => {
  const http = new ConvexHttpClient(server.url);
  await http.mutation(send, { channel: "three", body: "one", rank: 1 });
  expect(await http.query(list, { channel: "three" })).toEqual(["one"]);
  expect(await http.action(action("people:whoamiInAction"), {})).toBeNull();

  const react = new ConvexReactClient(server.url, { logger: false });
  try {
    const view = react.watchQuery(list, { channel: "three" });
    const stop = view.onUpdate(() => undefined);
    await expect.poll(() => view.localQueryResult()).toEqual(["one"]);
    await react.mutation(send, { channel: "three", body: "two", rank: 2 });
    expect(view.localQueryResult()).toEqual(["one", "two"]);
    stop();
  } finally {
    await react.close();
  }
});

test("applies each of many concurrent writes to one document", async () => {
  await using clients = new Clients();
  const increment = mutation<number>("counters:increment");
  const seen = watch(clients.open(server.url), query<number>("counters:get"), {
    name: "shared",
  });
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const client = clients.open(server.url);
      return Promise.all(
        Array.from({ length: 20 }, () =>
          client.mutation(increment, { name: "shared" }),
        ),
      );
    }),
  );
  const sorted = answers.flat().sort((a, b) => a - b);
  expect(sorted).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  await expect.poll(() => seen.at(-1)).toBe(100);
  const values = seen as number[]; // An Error among them would fail here, because it cannot be sorted.
  expect(values).toEqual([...values].sort((a, b) => a - b));
});

test("keeps pages gapless while rows are inserted between them", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const channel = "pages";
  for (let rank = 10; rank <= 60; rank += 10) {
    await client.mutation(send, { channel, body: `${rank}`, rank });
  }
  const page = query<{
    page: { body: string }[];
    continueCursor: string;
    isDone: boolean;
  }>("messages:page");
  const options = (cursor: string | null) => ({
    channel,
    paginationOpts: { numItems: 3, cursor },
  });
  const first = watch(client, page, options(null));
  await expect.poll(() => first.length).toBe(1);
  const second = watch(client, page, options(cursorOf(first[0])));
  await expect.poll(() => second.length).toBe(1);
  for (const rank of [15, 35, 65, 5]) {
    await client.mutation(send, { channel, body: `${rank}`, rank });
  }
  const bodies = [...bodiesOf(first.at(-1)), ...bodiesOf(second.at(-1))];
  const all = await client.query(list, { channel });
  expect(all).toHaveLength(10);
  expect(bodies).toEqual(all.slice(0, bodies.length));
  expect(bodiesOf(first.at(-1))).toEqual(["5", "10", "15", "20", "30"]);
});

test("does not rerun a query for writes outside its range", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const seen = watch(client, list, { channel: "quiet" });
  await expect.poll(() => seen.length).toBe(1);
  const executions = () =>
    server.metric('function_executions_total{udf_type="Query",outcome="ok"}');
  const before = await executions();
  for (let rank = 0; rank < 10; rank += 1) {
    await client.mutation(send, { channel: "noise", body: "x", rank });
  }
  expect(await executions()).toBe(before);
  await client.mutation(send, { channel: "quiet", body: "x", rank: 1 });
  await expect.poll(() => seen.length).toBe(2);
  expect(await executions()).toBe(before + 1);
});

test("serves many viewers with one execution", async () => {
  await using clients = new Clients();
  const executions = () =>
    server.metric('function_executions_total{udf_type="Query",outcome="ok"}');
  const views = Array.from({ length: 20 }, () =>
    watch(clients.open(server.url), list, { channel: "stage" }),
  );
  await expect.poll(() => views.every(({ length }) => length === 1)).toBe(true);
  const before = await executions();
  await clients
    .open(server.url)
    .mutation(send, { channel: "stage", body: "x", rank: 1 });
  await expect.poll(() => views.every(({ length }) => length === 2)).toBe(true);
  expect(await executions()).toBe(before + 1);
});

test("passes on an app's error with its data", async () => {
  await using clients = new Clients();
  const refused = clients
    .open(server.url)
    .mutation(mutation("messages:refuse"), {});
  await expect(refused).rejects.toBeInstanceOf(ConvexError);
  await expect(refused).rejects.toMatchObject({ data: { code: "REFUSED" } });
});

test("hides internal functions from clients", async () => {
  await using clients = new Clients();
  const call = clients.open(server.url).query(query("people:secret"), {});
  await expect(call).rejects.toThrow("Could not find");
});

test.each<[string, "query" | "mutation"]>([
  ["stuck:spin", "query"],
  ["stuck:wait", "query"],
  ["stuck:spinInMutation", "mutation"],
])("ends %s and keeps serving everyone else", async (name, kind) => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const seen = watch(client, list, { channel: "after" });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const stuck: Promise<Value> =
    kind === "query"
      ? client.query(query<Value>(name), {})
      : client.mutation(mutation<Value>(name), {});
  await expect(stuck).rejects.toThrow();

  await client.mutation(send, { channel: "after", body: name, rank: 1 });
  expect(seen.at(-1)).toContain(name);
  expect(await client.query(query<string[]>("entries:keys"), {})).toEqual([]);
});

test("exits with 0 on stop and serves watchers everything after a restart", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const seen = watch(client, list, { channel: "kept" });
  await client.mutation(send, { channel: "kept", body: "safe", rank: 1 });
  expect(seen.at(-1)).toEqual(["safe"]);
  expect(await server.stop()).toBe(0);
  await server.start();
  const http = new ConvexHttpClient(server.url);
  expect(await http.query(list, { channel: "kept" })).toEqual(["safe"]);
  await http.mutation(send, { channel: "kept", body: "more", rank: 2 });
  await expect.poll(() => seen.at(-1)).toEqual(["safe", "more"]);
});

function cursorOf(result: { continueCursor: string } | Error | undefined) {
  if (result === undefined || result instanceof Error) throw new Error("none");
  return result.continueCursor;
}

function bodiesOf(result: { page: { body: string }[] } | Error | undefined) {
  if (result === undefined || result instanceof Error) throw new Error("none");
  return result.page.map(({ body }) => body);
}
