import { expect, test } from "vitest";
import {
  add,
  makeWorld,
  modify,
  settle,
  testLimits,
} from "../../test/support/syncWorld.ts";

type World = ReturnType<typeof makeWorld>;
type Client = ReturnType<World["connect"]>;

const HALF = testLimits.maxResultBytes / 2;
const TOO_LARGE = `The results of a session may have ${testLimits.maxResultBytes} bytes at a time.`;

/** A world whose query returns as many characters as its argument says. */
function worldOfSizes(): World {
  const world = makeWorld();
  world.runtime.queries.set("q:size", ({ args }) => ({
    value: "x".repeat(Number(args.size)),
  }));
  return world;
}

/** Returns what the client has received since the last call, by query ID. */
async function news({ runtime }: World, { connection }: Client) {
  runtime.publishNew();
  await settle();
  const modifications = connection.take().flatMap(
    (message) =>
      (message.modifications ?? []) as {
        queryId: number;
        value?: string;
        errorMessage?: string;
      }[],
  );
  return Object.fromEntries(
    modifications.map(({ queryId, value, errorMessage }) => [
      queryId,
      value?.length ?? errorMessage ?? "removed",
    ]),
  );
}

test("the largest results fail where a session watches too many bytes, and come back once they fit", async () => {
  const world = worldOfSizes();
  const client = world.connect();
  const sizes = [10, HALF, 20, HALF + 5_000];
  client.say(
    modify(
      0,
      sizes.map((size, n) => add(n, "q:size", { size })),
    ),
  );
  expect(await news(world, client)).toEqual({
    0: 10,
    1: HALF,
    2: 20,
    3: TOO_LARGE,
  });
  world.runtime.publish();
  expect(await news(world, client)).toEqual({});
  client.say(modify(1, [{ type: "Remove", queryId: 1 }]));
  expect(await news(world, client)).toEqual({ 1: "removed", 3: HALF + 5_000 });
  expect(client.connection.closed).toBeNull();
});

test("one query under many ids costs no more than a session may watch", async () => {
  const world = worldOfSizes();
  const client = world.connect();
  const same = Array.from({ length: 10 }, (_, id) =>
    add(id, "q:size", { size: HALF - 1_000 }),
  );
  client.say(modify(0, same));
  const answers = Object.values(await news(world, client));
  expect(answers.filter((answer) => answer === TOO_LARGE)).toHaveLength(8);
  expect(client.connection.frames.at(-1)?.byteLength).toBeLessThan(
    testLimits.maxResultBytes + 5_000,
  );
});

test("a session with too many bytes takes no frame of a session with fewer", async () => {
  const world = worldOfSizes();
  let text = "a";
  world.runtime.queries.set("q:text", () => ({ value: text.repeat(HALF) }));
  const full = world.connect();
  const other = world.connect();
  const watch = [add(0, "q:text"), add(1, "q:size", { size: 1 })];
  full.say(modify(0, [...watch, add(2, "q:size", { size: HALF - 100 })]));
  other.say(modify(0, watch));
  await news(world, full);
  other.connection.take();
  text = "b";
  world.runtime.publish();
  expect(await news(world, other)).toEqual({ 0: HALF });
  expect(await news(world, full)).toEqual({});
});

test("a session whose Transition cannot be made is closed alone", async () => {
  const world = worldOfSizes();
  const broken = world.connect();
  const sound = world.connect();
  broken.connection.send = () => {
    throw new RangeError("Invalid string length");
  };
  for (const { say } of [broken, sound])
    say(modify(0, [add(0, "q:size", { size: 3 })]));
  expect(await news(world, sound)).toEqual({ 0: 3 });
  expect(broken.connection.closed?.code).toBe(1011);
  expect(world.logged).toEqual([
    expect.stringContaining("Invalid string length"),
  ]);
  world.runtime.publish();
  await settle();
  expect(world.logged).toHaveLength(1);
});
