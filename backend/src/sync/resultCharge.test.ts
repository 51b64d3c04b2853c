import { expect, test } from "vitest";
import { FREE_BYTES } from "../admission/byteBudget.ts";
import {
  add,
  makeWorld,
  modify,
  settle,
} from "../../test/support/syncWorld.ts";

type World = ReturnType<typeof makeWorld>;
type Client = ReturnType<World["connect"]>;

const FROM_ADDRESS =
  "The results watched from this address have too many bytes.";
const FROM_ALL =
  "The server watches as many bytes of results as it may. Try again later.";

/** A world whose query returns 30,000 characters, different for each argument. */
function worldOfLargeResults(): World {
  const answers = { perAddress: 70_000, total: 120_000 };
  const world = makeWorld({ answers });
  world.runtime.queries.set("q:large", ({ args }) => ({
    value: `${JSON.stringify(args.n)} `.padEnd(30_000, "x"),
  }));
  return world;
}

function watch({ connect }: World, ip: string, n: number): Client {
  const client = connect({}, ip);
  client.say(modify(0, [add(0, "q:large", { n })]));
  return client;
}

/** Publishes, and returns what each client was told in response. */
async function answers({ runtime }: World, clients: Client[]) {
  runtime.publishNew();
  await settle();
  return clients.map(({ connection }) => {
    const [news] = (connection.received.at(-1)?.modifications ?? []) as {
      type: string;
      errorMessage?: string;
    }[];
    return news?.errorMessage ?? news?.type;
  });
}

test("a result over what an address may watch fails, and is no longer live", async () => {
  const world = worldOfLargeResults();
  const clients = [1, 2, 3, 4, 5, 6].map((n) => watch(world, "a", n));
  expect(await answers(world, clients)).toEqual([
    ...Array.from({ length: 5 }, () => "QueryUpdated"),
    FROM_ADDRESS,
  ]);
  expect(world.runtime.subscribed.size).toBe(5);
  const elsewhere = watch(world, "b", 6);
  expect(await answers(world, [elsewhere])).toEqual(["QueryUpdated"]);
  for (const { session } of [...clients, elsewhere]) session.closed();
  expect(world.admission.anonymous.results.totalBytes).toBe(0);
  expect(world.liveQueries.size).toBe(0);
});

test("all addresses together have a limit too", async () => {
  const world = worldOfLargeResults();
  const clients = Array.from({ length: 9 }, (_, n) =>
    watch(world, `${n % 3}`, n),
  );
  const told = await answers(world, clients);
  expect(told.filter((text) => text === FROM_ALL)).toHaveLength(1);
  expect(told.filter((text) => text === "QueryUpdated")).toHaveLength(8);
});

test("an address that has no room cannot make a query fail for others", async () => {
  const world = worldOfLargeResults();
  const greedy = [1, 2, 3, 4, 5].map((n) => watch(world, "a", n));
  await answers(world, greedy);
  const first = watch(world, "a", 6);
  const other = watch(world, "b", 6);
  expect(await answers(world, [first, other])).toEqual([
    "QueryUpdated",
    "QueryUpdated",
  ]);
});

test("who watches on is charged when the others have left", async () => {
  const world = worldOfLargeResults();
  const first = [1, 2, 3].map((n) => watch(world, "a", n));
  const second = [1, 2, 3].map((n) => watch(world, "b", n));
  await answers(world, [...first, ...second]);
  const { results } = world.admission.anonymous;
  const charged = results.totalBytes;
  for (const { session } of first) session.closed();
  expect(results.totalBytes).toBe(charged);
  expect(results.holder("b").shortage(40_000 + FREE_BYTES)).toBe("address");
  expect(results.holder("a").shortage(40_000 + FREE_BYTES)).toBeNull();
  for (const { session } of second) session.closed();
  expect(results.totalBytes).toBe(0);
});

test("a result that was admitted stays when it grows a little, even without room", async () => {
  const world = worldOfLargeResults();
  const clients = [1, 2, 3, 4, 5].map((n) => watch(world, "a", n));
  await answers(world, clients);
  world.runtime.queries.set("q:large", ({ args }) => ({
    value: `${JSON.stringify(args.n)} `.padEnd(35_000, "y"),
  }));
  world.runtime.publish();
  expect(await answers(world, clients)).toEqual(
    clients.map(() => "QueryUpdated"),
  );
  expect(world.admission.anonymous.results.totalBytes).toBeGreaterThan(70_000);
});

test.each([
  ["a small result lingers after the last watcher has left", 1_000, 1],
  ["a large result does not linger", 100_000, 0],
])("%s", async (_, size, left) => {
  const world = makeWorld({}, {}, { lingerMs: 60_000 });
  world.runtime.queries.set("q:large", () => ({ value: "x".repeat(size) }));
  const client = watch(world, "a", 0);
  await answers(world, [client]);
  client.session.closed();
  expect(world.liveQueries.size).toBe(left);
  world.liveQueries.close();
});
