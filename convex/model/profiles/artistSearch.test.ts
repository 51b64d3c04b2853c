import * as fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Role } from "../../shared/roles";
import { createProfile } from "./profiles";
import {
  makeEmptyWorld,
  makeWorld,
  type World,
} from "../../testing/test.world";

const search = (world: World, text: string, state?: string, role?: string) =>
  world.stranger.query(api.profiles.search, {
    text,
    state: state ?? null,
    role: role ?? null,
  });

const names = async (...args: Parameters<typeof search>) =>
  (await search(...args)).map(({ username }) => username);

test("finds artists by any part of the name in any case, sorted by name", async () => {
  const world = await makeEmptyWorld();
  for (const username of ["Zoravar", "mc.zo", "Bozo", "Asha"]) {
    await world.join({ username, role: "rapper" });
  }
  expect(await names(world, "ZO")).toEqual(["Bozo", "mc.zo", "Zoravar"]);
  expect(await names(world, "o")).toEqual(["Bozo", "mc.zo", "Zoravar"]);
  expect(await names(world, "c.z")).toEqual(["mc.zo"]);
  expect(await names(world, " asha ")).toEqual(["Asha"]);
  expect(await names(world, "nobody")).toEqual([]);
});

test("an empty text lists all artists by name, but never listeners or the unconfirmed", async () => {
  const world = await makeWorld();
  const all = ["both", "producer", "rapper"];
  expect(await names(world, "")).toEqual(all);
  expect(await names(world, "listener")).toEqual([]);
  expect(await names(world, "", undefined, "listener")).toEqual([]);
});

test("state and role narrow the search", async () => {
  const world = await makeEmptyWorld();
  const people: [string, Role, string][] = [
    ["ravi1", "rapper", "Goa"],
    ["ravi2", "rapper", "Delhi"],
    ["ravi3", "producer", "Goa"],
    ["ravi4", "producer_rapper", "Goa"],
  ];
  for (const [username, role, state] of people) {
    await world.join({ username, role, state });
  }
  expect(await names(world, "ravi", "Goa")).toEqual([
    "ravi1",
    "ravi3",
    "ravi4",
  ]);
  expect(await names(world, "ravi", "Goa", "rapper")).toEqual(["ravi1"]);
  expect(await names(world, "", "Delhi")).toEqual(["ravi2"]);
  expect(await search(world, "ravi2")).toMatchObject([
    { username: "ravi2", role: "rapper", state: "Delhi" },
  ]);
});

test("the index follows renames and roles", async () => {
  const world = await makeEmptyWorld();
  const asha = await world.join({ username: "Asha", role: "rapper" });
  const fields = { bio: "", instagram: "", youtube: "" };
  await asha.mutation(api.profiles.update, { ...fields, username: "Naezy" });
  expect(await names(world, "sha")).toEqual([]);
  expect(await names(world, "naez")).toEqual(["Naezy"]);
  await asha.mutation(api.profiles.update, { ...fields, username: "NAEZY" });
  expect(await names(world, "naez")).toEqual(["NAEZY"]);
  await asha.mutation(api.profiles.setRole, { role: "listener" });
  expect(await names(world, "naez")).toEqual([]);
  expect(await world.rows("usernameGrams")).toEqual([]);
});

test("returns at most twenty artists, the first by name", async () => {
  const world = await makeEmptyWorld();
  for (let n = 0; n < 25; n++) {
    await world.join({
      username: `mc${String(n).padStart(2, "0")}`,
      role: "rapper",
    });
  }
  const found = await names(world, "mc");
  expect(found).toHaveLength(20);
  expect(found.at(-1)).toBe("mc19");
  expect(await names(world, "c2")).toEqual([
    "mc20",
    "mc21",
    "mc22",
    "mc23",
    "mc24",
  ]);
});

test("finds names in other scripts by their own letters", async () => {
  const world = await makeEmptyWorld();
  await world.join({ username: "हिन्दी_रैप", role: "rapper" });
  expect(await names(world, "न्दी")).toEqual(["हिन्दी_रैप"]);
});

const letters = fc.string({
  unit: fc.constantFrom("a", "b"),
  minLength: 2,
  maxLength: 9,
});

test("finds the same artists as a scan of all names", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(letters, { minLength: 5, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 9 }),
      async (usernames, text) => {
        const world = await makeEmptyWorld();
        for (const username of usernames) {
          await world.join({ username, role: "rapper" });
        }
        const expected = usernames.filter((name) => name.includes(text)).sort();
        expect(await names(world, text)).toEqual(expected.slice(0, 20));
      },
    ),
    { numRuns: 15, seed: 97, endOnFailure: true },
  );
});

test("sorts by name even for a long text that very many names contain", async () => {
  const world = await makeEmptyWorld();
  const gang = (n: number) => `gullygang${String(n).padStart(3, "0")}`;
  await world.t.run(async (ctx) => {
    for (let n = 0; n < 150; n++) {
      const userId = await ctx.db.insert("users", { emailVerificationTime: 1 });
      const state = n % 50 === 49 ? "Goa" : "Delhi";
      const fields = { username: gang(n), role: "rapper", state };
      const socials = { instagram: "", youtube: "" };
      await createProfile(ctx, userId, { ...fields, ...socials });
    }
  });
  const first = Array.from({ length: 20 }, (_, n) => gang(n));
  const inGoa = [gang(49), gang(99), gang(149)];
  for (const text of ["g", "gully", "gullygang"]) {
    expect(await names(world, text)).toEqual(first);
    expect(await names(world, text, "Goa")).toEqual(inGoa);
    expect(await names(world, text, "Goa", "producer")).toEqual([]);
  }
  expect(await names(world, "gullygang14", "Goa")).toEqual([gang(149)]);
});

test("an edit that keeps the name does not rewrite its index", async () => {
  const world = await makeEmptyWorld();
  const asha = await world.join({ username: "Asha", role: "rapper" });
  const before = await world.rows("usernameGrams");
  const fields = { bio: "Mic on.", instagram: "", youtube: "" };
  await asha.mutation(api.profiles.update, { ...fields, username: "Asha" });
  expect(await world.rows("usernameGrams")).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});
