import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ReadingTurns, type TurnTaker } from "./readingTurns.ts";

const PART_MS = 0.75;

/** Sources whose parts each take some time, and the order in which they are read. */
class World {
  readonly seen: string[] = [];
  #nowMs = 5_000;
  readonly turns = new ReadingTurns(() => this.#nowMs);

  /** Adds a source at the address, with this many parts. */
  arrives(address: string, count: number, partMs = PART_MS): TurnTaker {
    let leftCount = count;
    const source = {
      address,
      isQueued: false,
      readPart: () => {
        if (leftCount === 0) return false;
        leftCount -= 1;
        this.seen.push(address);
        this.pass(partMs);
        return true;
      },
    };
    this.turns.read(source);
    return source;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }
}

test("what arrives is read at once while there is time", () => {
  const world = new World();
  world.arrives("a", 1);
  expect(world.seen).toEqual(["a"]);
});

test("others are read before the rest of what one address sends", async () => {
  const world = new World();
  world.arrives("a", 200);
  world.arrives("a", 200);
  expect(world.seen).toEqual(["a", "a"]);
  while (world.seen.length < 100) await setImmediate();
  const before = world.seen.length;
  world.arrives("b", 1);
  expect(world.seen).toHaveLength(before);
  await setImmediate();
  expect(world.seen[before]).toBe("b");
});

test("connections of one address take turns", async () => {
  const world = new World();
  const seen: string[] = [];
  const source = (name: string) => ({
    address: "a",
    isQueued: false,
    readPart: () => {
      seen.push(name);
      world.pass(PART_MS);
      return seen.length < 8;
    },
  });
  world.arrives("a", 2);
  for (const name of ["1", "2", "3"]) world.turns.read(source(name));
  while (seen.length < 6) await setImmediate();
  expect(seen.slice(0, 6)).toEqual(["1", "2", "3", "1", "2", "3"]);
});

test("everything else is done between slices, and a slice lasts as long as that took", async () => {
  const world = new World();
  world.arrives("a", 100);
  await setImmediate();
  const before = world.seen.length;
  expect(before).toBeLessThan(10);
  world.pass(7.5);
  await setImmediate();
  expect(world.seen.length - before).toBe(10);
});

test("a source that waits is not lined up again", async () => {
  const world = new World();
  const source = world.arrives("a", 3);
  expect(source.isQueued).toBe(true);
  world.turns.read(source);
  world.turns.wait(source);
  await setImmediate();
  await setImmediate();
  expect(world.seen).toHaveLength(3);
  expect(source.isQueued).toBe(false);
});
