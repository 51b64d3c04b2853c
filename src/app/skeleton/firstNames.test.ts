import { expect, test } from "vitest";
import { makeBeat } from "../../testing/content";
import { signedInAs } from "../../testing/people";
import { firstNames } from "./firstNames";

const state = signedInAs("listener");
const viewer = state.status === "signedIn" ? state.viewer : null;
const first = makeBeat();
const NAMES = {
  title: first.title,
  producer: first.producer.username,
  step: "",
};

const namesOf = (...answers: unknown[]) =>
  firstNames(
    answers.map((answer) => ({ key: "", answer: Promise.resolve(answer) })),
  );

test("names the beat of a beat's page, and the first one of a list", async () => {
  const list = { items: [first, makeBeat({ title: "Later" })] };
  expect(await namesOf(viewer, first)).toEqual(NAMES);
  expect(await namesOf(viewer, list)).toEqual(NAMES);
});

test("passes over beats of people whom the viewer has blocked", async () => {
  const blocking = { ...viewer, hiddenUserIds: [first.producer.userId] };
  const producer = { ...first.producer, userId: "another" };
  const other = { ...first, title: "Other", producer };
  expect(await namesOf(blocking, first)).toBeNull();
  expect(await namesOf(blocking, { items: [first] })).toBeNull();
  expect(await namesOf(blocking, { items: [first, other] })).toMatchObject({
    title: "Other",
  });
});

test("names the role of a person who is told what to do first", async () => {
  const newcomer = { ...viewer, hasBegun: false };
  const list = { items: [first] };
  expect(await namesOf(newcomer, list)).toEqual({ ...NAMES, step: "listener" });
  // An answer that an earlier version has kept.
  const { hasBegun: _, ...kept } = newcomer;
  expect(await namesOf(kept, list)).toEqual(NAMES);
});

test.each([
  ["whose session has ended", null],
  ["who could not be loaded", undefined],
  ["without a confirmed address", { ...viewer, emailConfirmedAt: null }],
  ["without a profile", { ...viewer, profile: null }],
])("names nothing for a person %s", async (_who, person) => {
  expect(await namesOf(person, first)).toBeNull();
});

test("names nothing where there is nothing", async () => {
  expect(await namesOf(viewer, { items: [] })).toBeNull();
  expect(await namesOf(viewer, null)).toBeNull();
  expect(await namesOf(viewer, undefined)).toBeNull();
  expect(await namesOf(viewer)).toBeNull();
});
