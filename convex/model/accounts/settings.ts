import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { RingSwitch } from "../../shared/rings";
import type { Language } from "../../shared/validators";
import type { WriteCtx } from "../contexts";

interface Settings {
  mailLanguage: Language;
  wantsSignInMails: boolean;
  wantsDecisionMails: boolean;
  wantsMicMails: boolean;
  quietRings: RingSwitch[];
  showsInRooms: boolean;
}

/**
 * The settings that a person can switch on and off: mails, and whether rooms
 * show their name.
 */
export type Switch = Extract<keyof Settings, `wants${string}`> | "showsInRooms";

const DEFAULTS: Settings = {
  mailLanguage: "en",
  wantsSignInMails: false,
  wantsDecisionMails: true,
  wantsMicMails: true,
  quietRings: [],
  showsInRooms: true,
};

type Reading = Pick<QueryCtx, "db">;

/** Returns a person's choices about mails, the bell and rooms. */
export async function loadSettings(
  ctx: Reading,
  userId: Id<"users">,
): Promise<Settings> {
  const row = await findRow(ctx, userId);
  if (row === null) return DEFAULTS;
  const { mailLanguage, wantsSignInMails } = row;
  const { wantsDecisionMails = true, wantsMicMails = true } = row;
  const { quietRings = [], showsInRooms = true } = row;
  const mails = { wantsSignInMails, wantsDecisionMails, wantsMicMails };
  return { mailLanguage, ...mails, quietRings, showsInRooms };
}

export async function mailLanguageOf(
  ctx: Reading,
  userId: Id<"users">,
): Promise<Language> {
  return (await loadSettings(ctx, userId)).mailLanguage;
}

/**
 * Returns the kinds of notifications in the bell that a person has switched
 * off.
 */
export async function quietRingsOf(
  ctx: Reading,
  userId: Id<"users">,
): Promise<RingSwitch[]> {
  return (await loadSettings(ctx, userId)).quietRings;
}

export async function setRingWanted(
  ctx: WriteCtx,
  userId: Id<"users">,
  ring: RingSwitch,
  isWanted: boolean,
): Promise<void> {
  const quiet = await quietRingsOf(ctx, userId);
  const others = quiet.filter((one) => one !== ring);
  const quietRings = isWanted ? others : [...others, ring];
  await saveSettings(ctx, userId, { quietRings });
}

/**
 * Returns the time of the newest work that a person has seen of the people they
 * follow.
 */
export async function newsSeenAtOf(
  ctx: Reading,
  userId: Id<"users">,
): Promise<number> {
  return (await findRow(ctx, userId))?.newsSeenAt ?? 0;
}

export async function saveSettings(
  ctx: WriteCtx,
  userId: Id<"users">,
  changed: Partial<Settings> & { newsSeenAt?: number },
): Promise<void> {
  const row = await findRow(ctx, userId);
  if (row) await ctx.db.patch("accountSettings", row._id, changed);
  else {
    const settings = { userId, ...DEFAULTS, ...changed };
    await ctx.db.insert("accountSettings", settings);
  }
}

export async function forgetSettings(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const row = await findRow(ctx, userId);
  if (row) await ctx.db.delete("accountSettings", row._id);
}

const findRow = (
  ctx: Reading,
  userId: Id<"users">,
): Promise<Doc<"accountSettings"> | null> =>
  ctx.db
    .query("accountSettings")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
