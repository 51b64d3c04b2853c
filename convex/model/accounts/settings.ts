import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Language } from "../../shared/validators";
import type { WriteCtx } from "../contexts";

interface Settings {
  mailLanguage: Language;
  wantsSignInMails: boolean;
  wantsDecisionMails: boolean;
}

const DEFAULTS: Settings = {
  mailLanguage: "en",
  wantsSignInMails: false,
  wantsDecisionMails: true,
};

type Reading = Pick<QueryCtx, "db">;

/** Returns a person's choices about mails. */
export async function loadSettings(
  ctx: Reading,
  userId: Id<"users">,
): Promise<Settings> {
  const row = await findRow(ctx, userId);
  if (row === null) return DEFAULTS;
  const { mailLanguage, wantsSignInMails, wantsDecisionMails = true } = row;
  return { mailLanguage, wantsSignInMails, wantsDecisionMails };
}

export async function mailLanguageOf(
  ctx: Reading,
  userId: Id<"users">,
): Promise<Language> {
  return (await loadSettings(ctx, userId)).mailLanguage;
}

export async function saveSettings(
  ctx: WriteCtx,
  userId: Id<"users">,
  changed: Partial<Settings>,
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
