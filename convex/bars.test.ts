import { afterEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { type Bars, MUSICAL_KEYS } from "./shared/bars";
import {
  expectRefusal,
  makeWorld,
  type Person,
  reasonBy,
} from "./testing/test.world";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Length of the beat that the test world uploads. */
const DURATION_MS = 2508;
const SET: Bars = { grid: { firstBarMs: 412 }, key: "F# minor" };

const setBars = (
  person: Pick<Person, "mutation">,
  beatId: Id<"beats">,
  bars: Bars,
) => person.mutation(api.bars.set, { beatId, ...bars });

test("a beat is uploaded with its bars and key, and everyone sees them", async () => {
  const { stranger, asProducer, publishBeat } = await makeWorld();
  const beatId = await publishBeat(asProducer, {
    grid: { firstBarMs: 412.7 },
    key: "F# minor",
  });
  const beat = await stranger.query(api.beats.get, { beatId });
  expect(beat).toMatchObject(SET);
});

test("the producer sets and removes the bars of an earlier beat", async () => {
  const { stranger, asProducer, publishBeat } = await makeWorld();
  const beatId = await publishBeat(asProducer);
  const show = () => stranger.query(api.beats.get, { beatId });
  expect(await show()).toMatchObject({ grid: null, key: null });
  await setBars(asProducer, beatId, SET);
  expect(await show()).toMatchObject(SET);
  await setBars(asProducer, beatId, { grid: null, key: null });
  expect(await show()).toMatchObject({ grid: null, key: null });
});

test("only the beat's producer can set its bars", async () => {
  const world = await makeWorld();
  const { asProducer, publishBeat } = world;
  const beatId = await publishBeat(asProducer);
  const refusals = [
    [world.stranger, "NOT_SIGNED_IN"],
    [world.asUnconfirmed, "EMAIL_NOT_CONFIRMED"],
    [world.asNameless, "PROFILE_MISSING"],
    [world.asBoth, "CANNOT_SET_BARS"],
    [world.asRapper, "CANNOT_SET_BARS"],
    [world.asListener, "CANNOT_SET_BARS"],
  ] as const;
  for (const [person, code] of refusals) {
    await expectRefusal(setBars(person, beatId, SET), code);
  }
  await asProducer.mutation(api.beats.remove, { beatId });
  await expectRefusal(setBars(asProducer, beatId, SET), "BEAT_NOT_FOUND");
});

test("the first bar starts within the file", async () => {
  const { asProducer, publishBeat } = await makeWorld();
  const beatId = await publishBeat(asProducer);
  const at = (firstBarMs: number) =>
    setBars(asProducer, beatId, { grid: { firstBarMs }, key: null });
  await at(0);
  await at(DURATION_MS - 1);
  for (const firstBarMs of [-1, DURATION_MS, 1e12, NaN, Infinity]) {
    await expectRefusal(at(firstBarMs), "FIRST_BAR_INVALID");
    const grid = { firstBarMs };
    await expectRefusal(publishBeat(asProducer, { grid }), "FIRST_BAR_INVALID");
  }
});

test("there are 24 keys and no others", async () => {
  const { asProducer, publishBeat } = await makeWorld();
  const beatId = await publishBeat(asProducer);
  const to = (key: string) => setBars(asProducer, beatId, { grid: null, key });
  expect(new Set(MUSICAL_KEYS).size).toBe(24);
  for (const key of MUSICAL_KEYS) await to(key);
  for (const key of ["", "H minor", "c minor", "C", "C minor "]) {
    await expectRefusal(to(key), "KEY_INVALID");
    await expectRefusal(publishBeat(asProducer, { key }), "KEY_INVALID");
  }
});

test("setting bars too often is refused with the time to wait", async () => {
  vi.stubEnv("LIMIT_EDIT_PER_ACCOUNT", "1");
  const { asProducer, publishBeat } = await makeWorld();
  const beatId = await publishBeat(asProducer);
  await setBars(asProducer, beatId, SET);
  expect(await reasonBy(setBars(asProducer, beatId, SET))).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many attempts. Please try again in 10 minutes.",
  });
});
