import { expect, test } from "vitest";
import { api } from "./_generated/api";
import { expectRefusal, makeWorld, reasonOf, type Client } from "./test.setup";

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

test("what is no person has no profile", async () => {
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
  [{ bio: "x".repeat(501) }, "BIO_TOO_LONG"],
  [{ instagram: "https://youtube.com/asha" }, "INSTAGRAM_INVALID"],
  [{ youtube: "not a handle" }, "YOUTUBE_INVALID"],
] as const)("an edit with %o is refused", async (fields, code) => {
  const { asProducer } = await makeWorld();
  await expectRefusal(update(asProducer, fields), code);
});

test("one's own name may change its case", async () => {
  const { asProducer, stranger } = await makeWorld();
  await update(asProducer, { username: "PRODUCER" });
  const free = await stranger.query(api.profiles.isUsernameFree, {
    username: "producer",
  });
  expect(free).toBe(false);
});

test("of simultaneous renames to one name exactly one succeeds", async () => {
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

test("isUsernameFree knows names whatever their case and form", async () => {
  const { stranger } = await makeWorld();
  const isFree = (username: string) =>
    stranger.query(api.profiles.isUsernameFree, { username });
  expect(await isFree("  Producer ")).toBe(false);
  expect(await isFree("ｐｒｏｄｕｃｅｒ")).toBe(false);
  expect(await isFree("someone")).toBe(true);
});

test("an account without a profile completes it once", async () => {
  const { asNameless } = await makeWorld();
  const complete = () => asNameless.mutation(api.profiles.create, completion);
  await complete();
  const viewer = await asNameless.query(api.viewer.get, {});
  expect(viewer?.profile?.username).toBe("Asha");
  await expectRefusal(complete(), "PROFILE_EXISTS");
});

test.each([
  [{ username: "Producer" }, "USERNAME_TAKEN"],
  [{ username: "" }, "USERNAME_REQUIRED"],
  [{ role: "" }, "ROLE_REQUIRED"],
  [{ state: "" }, "STATE_REQUIRED"],
] as const)("a completion with %o is refused", async (fields, code) => {
  const { asNameless } = await makeWorld();
  const args = { ...completion, ...fields };
  await expectRefusal(asNameless.mutation(api.profiles.create, args), code);
});

test("a stranger completes nothing", async () => {
  const { stranger } = await makeWorld();
  const attempt = stranger.mutation(api.profiles.create, completion);
  await expectRefusal(attempt, "NOT_SIGNED_IN");
});

test("a change of role changes what one may do, from the next call on", async () => {
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

test("only viewer.get shows an address, and only one's own", async () => {
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
