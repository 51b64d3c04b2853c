import { expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import {
  expectRefusal,
  makeWorld,
  reasonOf,
  type Client,
  type World,
} from "./testing/test.world";

const FIELDS = { username: "Asha", bio: "", instagram: "", youtube: "" };

const update = (person: Client, fields: Partial<typeof FIELDS> = {}) =>
  person.mutation(api.profiles.update, { ...FIELDS, ...fields });

const completion = {
  username: "Asha",
  role: "rapper",
  state: "Goa",
  instagram: "",
  youtube: "",
};

test("a profile is public, without the e-mail address", async () => {
  const { stranger, asProducer } = await makeWorld();
  const { userId } = asProducer;
  expect(await stranger.query(api.profiles.get, { userId })).toEqual({
    userId,
    username: "producer",
    role: "producer",
    state: "Kerala",
    bio: "",
    instagram: "",
    youtube: "",
    createdAt: expect.any(Number) as number,
  });
});

test("a text that is not a user id has no profile", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  for (const userId of ["garbage", "", beatId, world.asNameless.userId]) {
    const profile = await world.stranger.query(api.profiles.get, { userId });
    expect(profile).toBeNull();
  }
});

test("a rename shows at once on beats and verses", async () => {
  const world = await makeWorld();
  const { asBoth, stranger } = world;
  const beatId = await world.publishBeat(asBoth);
  await world.publishVerse(asBoth, beatId);
  await update(asBoth, { username: "Naezy", bio: " the baa " });
  const beat = await stranger.query(api.beats.get, { beatId });
  expect(beat?.producer.username).toBe("Naezy");
  const [verse] = await stranger.query(api.verses.listByBeat, { beatId });
  expect(verse?.rapper.username).toBe("Naezy");
  expect(verse?.beat.producer.username).toBe("Naezy");
  const profile = await stranger.query(api.profiles.get, {
    userId: asBoth.userId,
  });
  expect(profile?.bio).toBe("the baa");
});

test.each([
  [{ username: " " }, "USERNAME_REQUIRED"],
  [{ username: "no spaces" }, "USERNAME_INVALID"],
  [{ username: "RAPPER" }, "USERNAME_TAKEN"],
  [{ username: "rаpper" }, "USERNAME_TAKEN"], // with a Cyrillic a
  [{ username: "G_u_l_l_y-Cypher" }, "USERNAME_TAKEN"],
  [{ username: ".." }, "USERNAME_INVALID"],
  [{ username: "-._" }, "USERNAME_INVALID"],
  [{ bio: "x".repeat(501) }, "BIO_TOO_LONG"],
  [{ instagram: "https://youtube.com/asha" }, "INSTAGRAM_INVALID"],
  [{ youtube: "not a handle" }, "YOUTUBE_INVALID"],
] as const)("refuses an edit with %o", async (fields, code) => {
  const { asProducer } = await makeWorld();
  await expectRefusal(update(asProducer, fields), code);
});

test.each(["GullyCypher", "..", "अ1"])(
  "whoever has the username %s keeps it and can edit everything else",
  async (username) => {
    const { asProducer, stranger, rows, t } = await makeWorld();
    const { userId } = asProducer;
    const row = (await rows("profiles")).find((one) => one.userId === userId);
    if (!row) throw new Error("there is no profile");
    const usernameFolded = username.toLowerCase();
    const names = { username, usernameFolded };
    await t.run((ctx) => ctx.db.patch("profiles", row._id, names));
    await update(asProducer, { username, bio: "still here" });
    await update(asProducer, { username: usernameFolded });
    const profile = await stranger.query(api.profiles.get, { userId });
    expect(profile?.username).toBe(usernameFolded);
  },
);

test("a person may change the case of their own username", async () => {
  const { asProducer, stranger } = await makeWorld();
  await update(asProducer, { username: "PRODUCER" });
  const free = await stranger.query(api.profiles.isUsernameFree, {
    username: "producer",
  });
  expect(free).toBe(false);
});

test("exactly one of several simultaneous renames to the same name succeeds", async () => {
  const { asProducer, asRapper } = await makeWorld();
  const results = await Promise.allSettled([
    update(asProducer, { username: "Emiway" }),
    update(asRapper, { username: "EMIWAY" }),
  ]);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  await expectRefusal(Promise.reject(reasonOf(refused[0])), "USERNAME_TAKEN");
});

test.each([
  ["stranger", "NOT_SIGNED_IN"],
  ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "PROFILE_MISSING"],
] as const)("%s cannot edit a profile or change a role", async (who, code) => {
  const world = await makeWorld();
  await expectRefusal(update(world[who]), code);
  const setRole = world[who].mutation(api.profiles.setRole, { role: "rapper" });
  await expectRefusal(setRole, code);
});

test("isUsernameFree recognises taken names in any case and Unicode form", async () => {
  const { stranger } = await makeWorld();
  const isFree = (username: string) =>
    stranger.query(api.profiles.isUsernameFree, { username });
  expect(await isFree("  Producer ")).toBe(false);
  expect(await isFree("ｐｒｏｄｕｃｅｒ")).toBe(false);
  expect(await isFree("someone")).toBe(true);
  expect(await isFree("gully-cypher")).toBe(false);
});

test("isUsernameFree recognises look-alikes of taken names", async () => {
  const { stranger, asProducer } = await makeWorld();
  const isFree = (username: string) =>
    stranger.query(api.profiles.isUsernameFree, { username });
  expect(await isFree("рroduсer")).toBe(false); // with a Cyrillic p and c
  expect(await isFree("PR0DUCER")).toBe(false);
  expect(await isFree("प्रोड्यूसर")).toBe(true);
  await update(asProducer, { username: "Emiway" });
  expect(await isFree("рroduсer")).toBe(true);
  expect(await isFree("EMlWAY")).toBe(false); // with a small L
});

test("a name with joiners is one name with the name without them", async () => {
  const { stranger, asProducer, asRapper } = await makeWorld();
  const bare = "র্যাপার";
  const joined = "র\u200D্যাপার";
  await update(asProducer, { username: joined });
  const search = (text: string) =>
    stranger.query(api.profiles.search, { text, state: null, role: null });
  for (const text of [bare, joined, "র\u200C্যা"]) {
    expect(await search(text)).toMatchObject([{ username: joined }]);
  }
  const attempt = update(asRapper, { username: bare });
  await expectRefusal(attempt, "USERNAME_TAKEN");
  await update(asProducer, { username: bare });
  await expectRefusal(update(asRapper, { username: joined }), "USERNAME_TAKEN");
});

test("names that were stored under older keys are found by either spelling", async () => {
  const world = await makeWorld();
  await update(world.asProducer, { username: "അവൻ" });
  await world.t.run(async (ctx) => {
    for (const { _id, username } of await ctx.db.query("profiles").collect()) {
      const older = { usernameFolded: username.toLowerCase(), looksVersion: 1 };
      await ctx.db.patch("profiles", _id, older);
    }
    for (const { _id, gram } of await ctx.db.query("usernameGrams").collect()) {
      if (gram.includes("\u0D4D")) await ctx.db.delete("usernameGrams", _id);
      else await ctx.db.patch("usernameGrams", _id, { usernameFolded: "old" });
    }
  });
  await world.t.mutation(internal.profiles.indexOldLooks, {});
  const isFree = (username: string) =>
    world.stranger.query(api.profiles.isUsernameFree, { username });
  expect(await isFree("അവന്\u200D")).toBe(false);
  const found = await world.stranger.query(api.profiles.search, {
    ...{ text: "അവന്\u200D", state: null, role: null },
  });
  expect(found).toMatchObject([{ username: "അവൻ" }]);
});

test("accepts only one of two simultaneous renames to look-alike names", async () => {
  const { asProducer, asRapper } = await makeWorld();
  const results = await Promise.allSettled([
    update(asProducer, { username: "Emiway" }),
    update(asRapper, { username: "Еmiwаy" }), // with a Cyrillic E and a
  ]);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  await expectRefusal(Promise.reject(reasonOf(refused[0])), "USERNAME_TAKEN");
});

/** Makes a profile as it was before looks were indexed. */
const forgetLooks = ({ t }: World) =>
  t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("usernameLooks").collect()) {
      await ctx.db.delete("usernameLooks", _id);
    }
    for (const { _id } of await ctx.db.query("profiles").collect()) {
      await ctx.db.patch("profiles", _id, { looksVersion: undefined });
    }
  });

test("indexes old names once, and then refuses their look-alikes", async () => {
  const world = await makeWorld();
  await forgetLooks(world);
  await world.t.mutation(internal.profiles.indexOldLooks, {});
  const looks = await world.rows("usernameLooks");
  expect(looks.length).toBeGreaterThan(0);
  const attempt = update(world.asRapper, { username: "рroducer" });
  await expectRefusal(attempt, "USERNAME_TAKEN");
  await world.t.mutation(internal.profiles.indexOldLooks, {});
  expect(await world.rows("usernameLooks")).toEqual(looks);
});

test("people whose old names look alike keep them and can edit everything else", async () => {
  const world = await makeWorld();
  await forgetLooks(world);
  await update(world.asRapper, { username: "рroducer" });
  await world.t.mutation(internal.profiles.indexOldLooks, {});
  await update(world.asRapper, { username: "рroducer", bio: "still here" });
  await update(world.asProducer, { username: "Producer", bio: "me too" });
});

test("a bio has at most one empty line in a row, also if it was stored with more", async () => {
  const { asBoth, stranger, rows, t } = await makeWorld();
  const bio = `the${"\n".repeat(490)}baa`;
  const read = async () =>
    (await stranger.query(api.profiles.get, { userId: asBoth.userId }))?.bio;
  await update(asBoth, { bio });
  expect(await read()).toBe("the\n\nbaa");
  const row = (await rows("profiles")).find(
    ({ username }) => username === "Asha",
  );
  if (!row) throw new Error("there is no profile");
  await t.run((ctx) => ctx.db.patch("profiles", row._id, { bio }));
  expect(await read()).toBe("the\n\nbaa");
});

test("an account without a profile can create one once", async () => {
  const { asNameless } = await makeWorld();
  const complete = () => asNameless.mutation(api.profiles.create, completion);
  await complete();
  const viewer = await asNameless.query(api.viewer.get, {});
  expect(viewer?.profile?.username).toBe("Asha");
  await expectRefusal(complete(), "PROFILE_EXISTS");
});

test.each([
  [{ username: "Producer" }, "USERNAME_TAKEN"],
  [{ username: "Рroducer" }, "USERNAME_TAKEN"], // with a Cyrillic P
  [{ username: "" }, "USERNAME_REQUIRED"],
  [{ role: "" }, "ROLE_REQUIRED"],
  [{ state: "" }, "STATE_REQUIRED"],
] as const)("refuses a first profile with %o", async (fields, code) => {
  const { asNameless } = await makeWorld();
  const args = { ...completion, ...fields };
  await expectRefusal(asNameless.mutation(api.profiles.create, args), code);
});

test("a stranger cannot create a profile", async () => {
  const { stranger } = await makeWorld();
  const attempt = stranger.mutation(api.profiles.create, completion);
  await expectRefusal(attempt, "NOT_SIGNED_IN");
});

test("a new role changes what a person may do from the next call on", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  await asProducer.mutation(api.profiles.setRole, { role: "rapper" });
  await expectRefusal(world.publishBeat(asProducer), "ONLY_PRODUCERS_UPLOAD");
});

test("a listener without a state cannot become an artist", async () => {
  const { asListener } = await makeWorld();
  const attempt = asListener.mutation(api.profiles.setRole, { role: "rapper" });
  await expectRefusal(attempt, "STATE_REQUIRED");
});

test("only viewer.get returns an address, and only the caller's own", async () => {
  const { asProducer, asUnconfirmed, asNameless, stranger } = await makeWorld();
  expect(await stranger.query(api.viewer.get, {})).toBeNull();
  expect(await asProducer.query(api.viewer.get, {})).toMatchObject({
    email: "producer@example.com",
    emailConfirmedAt: expect.any(Number) as number,
  });
  const unconfirmed = await asUnconfirmed.query(api.viewer.get, {});
  expect(unconfirmed?.emailConfirmedAt).toBeNull();
  expect(await asNameless.query(api.viewer.get, {})).toMatchObject({
    profile: null,
  });
});
