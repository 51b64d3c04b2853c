import { v } from "convex/values";
import { expect, test } from "vitest";
import { beatFacts, factsOf } from "./beatFacts";

// Adds the fact before the modules below read the list of facts.
Object.assign(beatFacts, { mood: v.optional(v.string()) });
const { api } = await import("../_generated/api");
const { exportedRows } = await import("../testing/test.exports");
const { makeEmptyWorld } = await import("../testing/test.world");

const facts = {
  title: "Monsoon",
  genre: "Trap",
  bpm: 97,
  tags: ["dark", "slow"],
  mood: "calm & low",
};

test("a fact that is added to the list is stored, answered, exported and shown on the public page", async () => {
  const world = await makeEmptyWorld();
  const producer = await world.join({ role: "producer" });
  const rapper = await world.join({ role: "rapper" });
  const beatId = await world.publishBeat(producer, facts);
  const verseId = await world.publishVerse(rapper, beatId);

  const beat = await producer.query(api.beats.get, { beatId });
  expect(beat && factsOf(beat)).toEqual(facts);

  expect(await exportedRows(producer, "beats")).toMatchObject([facts]);

  const listed = ["Trap", "97 BPM", "dark", "slow", "calm &amp; low"];
  for (const path of [`beats/${beatId}`, `verses/${verseId}`]) {
    const page = await (await world.t.fetch(`/listen/${path}`)).text();
    const items = page.matchAll(/<li><bdi>([^<]*)<\/bdi><\/li>/g);
    expect([...items].map(([, text]) => text)).toEqual(listed);
    expect(page).toContain("Monsoon");
  }
});

test("a beat without an added fact has an empty place for it in the export, and no line on the public page", async () => {
  const world = await makeEmptyWorld();
  const producer = await world.join({ role: "producer" });
  const beatId = await world.publishBeat(producer);
  expect(await exportedRows(producer, "beats")).toMatchObject([
    { title: "Gully", mood: null },
  ]);
  const page = await (await world.t.fetch(`/listen/beats/${beatId}`)).text();
  expect(page).not.toContain("undefined");
});
