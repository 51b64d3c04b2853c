import { expect, test } from "vitest";
import type { WriteCtx } from "../contexts";
import { HOUR_MS } from "../../shared/limits";
import type { Reason } from "../../shared/safety";
import { expectRefusal, makeWorld, type World } from "../../testing/test.world";
import { openCase, type CaseSubject, type NewCase } from "./cases";

const open = (world: World, given: CaseSubject & Partial<NewCase>) =>
  world.t.run((ctx) =>
    openCase(ctx as unknown as WriteCtx, {
      kind: "report",
      reporterId: null,
      reason: "spam",
      text: "",
      ...given,
    }),
  );

test("a case knows whose thing it is about and is open", async () => {
  const world = await makeWorld();
  const { asProducer, asRapper } = world;
  const beatId = await world.publishBeat(asProducer);
  const verseId = await world.publishVerse(asRapper, beatId, { words: "a" });
  const owners = [];
  for (const subject of [
    { subjectType: "beat", subjectId: beatId },
    { subjectType: "verse", subjectId: verseId },
    { subjectType: "words", subjectId: verseId },
    { subjectType: "profile", subjectId: asProducer.userId },
  ] as const) {
    const opened = await open(world, subject);
    expect(opened).toMatchObject({ acknowledgedAt: null, decidedAt: null });
    owners.push(opened.ownerId);
  }
  const { userId } = asProducer;
  expect(owners).toEqual([userId, asRapper.userId, asRapper.userId, userId]);
});

test.each([
  ["spam", 72],
  ["copyright", 72],
  ["sexual", 24],
  ["child", 24],
  ["impersonation", 24],
] as const satisfies [Reason, number][])(
  "%s is acknowledged within 24 hours and decided within %d",
  async (reason, hours) => {
    const world = await makeWorld();
    const subjectId = world.asProducer.userId;
    const opened = await open(world, {
      subjectType: "profile",
      subjectId,
      reason,
    });
    expect(opened.acknowledgeBy - opened.createdAt).toBe(24 * HOUR_MS);
    expect(opened.decideBy - opened.createdAt).toBe(hours * HOUR_MS);
  },
);

test("numbers differ and are easy to read out", async () => {
  const world = await makeWorld();
  const subjectId = world.asProducer.userId;
  const numbers = new Set<string>();
  for (let n = 0; n < 20; n++) {
    numbers.add(
      (await open(world, { subjectType: "profile", subjectId })).number,
    );
  }
  expect(numbers.size).toBe(20);
  for (const number of numbers) {
    expect(number).toMatch(
      /^[BCDFGHJKMNPQRSTVWXZ]{4}-[BCDFGHJKMNPQRSTVWXZ]{4}$/,
    );
  }
});

test("something that is gone needs a named owner", async () => {
  const world = await makeWorld();
  const { asProducer, asNameless } = world;
  const subjectId = await world.publishBeat(asProducer);
  await world.t.run((ctx) => ctx.db.delete("beats", subjectId));
  const subject = { subjectType: "beat", subjectId } as const;
  await expectRefusal(open(world, subject), "BEAT_NOT_FOUND");
  const nobody = {
    subjectType: "profile",
    subjectId: asNameless.userId,
  } as const;
  await expectRefusal(open(world, nobody), "PROFILE_MISSING");
  const appeal = await open(world, {
    ...subject,
    kind: "appeal",
    ownerId: asProducer.userId,
  });
  expect(appeal.ownerId).toBe(asProducer.userId);
});
