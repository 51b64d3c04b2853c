import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import {
  accountMutation,
  internalAccountMutation,
  internalMutation,
  publicAction,
  publicMutation,
  publicQuery,
  viewerQuery,
  visitorMutation,
} from "./functions";
import * as Accounts from "./model/accounts/accounts";
import { askToCorrect } from "./model/accounts/askForEmail";
import * as Confirmations from "./model/accounts/confirmations";
import * as EmailChanges from "./model/accounts/emailChanges";
import * as MailedCodes from "./model/accounts/mailedCodes";
import { openSession as open } from "./model/accounts/openSession";
import * as OwnPassword from "./model/accounts/ownPassword";
import * as Settings from "./model/accounts/settings";
import {
  enforceLimit,
  enforceOriginLimit,
} from "./model/rateLimits/rateLimits";
import { setting } from "./model/setting";
import { resetPassword as reset } from "./model/accounts/resetPassword";
import { removeAccount } from "./model/leaving/startRemoval";
import {
  accountSettingsValidator,
  codePurposeValidator,
  confirmationValidator,
  correctedEmailValidator,
  disownmentValidator,
  grievanceContactValidator,
  languageValidator,
  openedConfirmationValidator,
} from "./shared/validators";

const DEFAULT_SUPPORT_EMAIL = "support@gully-cypher.example";

/**
 * Returns the support address that the contact page shows: the SUPPORT_EMAIL
 * option, or a placeholder. Open to everyone.
 */
export const supportEmail = publicQuery({
  args: {},
  returns: v.string(),
  handler: async () => setting("SUPPORT_EMAIL") ?? DEFAULT_SUPPORT_EMAIL,
});

/**
 * Returns the grievance officer whom Indian law asks the host to name: the
 * options GRIEVANCE_OFFICER, GRIEVANCE_ADDRESS and SUPPORT_EMAIL, each null if
 * the host has not set it. Open to everyone.
 */
export const grievanceContact = publicQuery({
  args: {},
  returns: grievanceContactValidator,
  handler: async () => ({
    officer: setting("GRIEVANCE_OFFICER"),
    address: setting("GRIEVANCE_ADDRESS"),
    email: setting("SUPPORT_EMAIL"),
  }),
});

/**
 * Returns the viewer's choices about mails, and the change of e-mail that waits
 * for its confirmation; null when signed out.
 */
export const settings = viewerQuery({
  args: {},
  returns: v.union(accountSettingsValidator, v.null()),
  handler: async (ctx) => {
    if (ctx.viewer === null) return null;
    const { userId } = ctx.viewer;
    return {
      ...(await Settings.loadSettings(ctx, userId)),
      emailChange: await EmailChanges.findPendingChange(ctx, userId),
    };
  },
});

/**
 * Sets the language of the viewer's mails.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const setMailLanguage = accountMutation({
  args: { language: languageValidator },
  returns: v.null(),
  handler: async (ctx, { language }) => {
    await enforceLimit(ctx, "settings", ctx.viewer.userId);
    const changed = { mailLanguage: language };
    await Settings.saveSettings(ctx, ctx.viewer.userId, changed);
    return null;
  },
});

/**
 * Makes a function that turns one or more kinds of mail on or off for the viewer.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
const switchOf = (kind: Settings.Switch) =>
  accountMutation({
    args: { isWanted: v.boolean() },
    returns: v.null(),
    handler: async (ctx, { isWanted }) => {
      await enforceLimit(ctx, "settings", ctx.viewer.userId);
      const changed = { [kind]: isWanted };
      await Settings.saveSettings(ctx, ctx.viewer.userId, changed);
      return null;
    },
  });

/** Turns mails about sign-ins with unknown browsers on or off; see `switchOf`. */
export const setSignInMails = switchOf("wantsSignInMails");

/**
 * Turns mails about decisions of the moderators, and about claims, on or off; see
 * `switchOf`. The notices in the app come anyway.
 */
export const setDecisionMails = switchOf("wantsDecisionMails");

/** Turns mails about free mics, and starts of live cyphers, on or off; see `switchOf`. */
export const setMicMails = switchOf("wantsMicMails");

/** Sets whether rooms of live cyphers name the viewer; see `switchOf`. */
export const setRoomName = switchOf("showsInRooms");

/**
 * Changes the signed-in person's password, ends all their other sessions and
 * tells them by mail. `device` is the browser's own secret, which stays known
 * to the account.
 * @throws NOT_SIGNED_IN, RATE_LIMITED, PASSWORD_REQUIRED, PASSWORD_WRONG,
 * PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_IS_NAME, PASSWORD_COMMON
 */
export const changePassword = publicAction({
  args: {
    password: v.string(),
    newPassword: v.string(),
    device: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await OwnPassword.changePassword(ctx, args);
    return null;
  },
});

/**
 * Counts an attempt to prove the caller's password. Returns what is needed to
 * hash it and to check a new one.
 */
export const admitPassword = internalAccountMutation({
  args: {},
  returns: v.object({
    email: v.string(),
    username: v.string(),
    salt: v.union(v.string(), v.null()),
  }),
  handler: async (ctx) => OwnPassword.admitPassword(ctx, ctx.viewer),
});

/** Replaces the caller's password. Checks the old one here. */
export const replacePassword = internalAccountMutation({
  args: { secret: v.string(), newSecret: v.string(), device: v.string() },
  returns: v.null(),
  handler: async (ctx, secrets) => {
    await OwnPassword.replacePassword(ctx, ctx.viewer, secrets);
    return null;
  },
});

/**
 * Returns the account a mailed link would confirm, without changing anything.
 * Open to everyone: the link may be opened on any device, so it needs no
 * session. Reports a bad code as a `status` instead of throwing.
 * @throws RATE_LIMITED
 */
export const openConfirmation = publicMutation({
  args: { code: v.string() },
  returns: openedConfirmationValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return Confirmations.openConfirmation(ctx, code);
  },
});

/**
 * Confirms the account after its owner has opened the mailed link and agreed.
 * Open to everyone who has the code, and safe to call twice. Reports a bad code
 * as a `status` instead of throwing.
 * @throws RATE_LIMITED
 */
export const confirmEmail = publicMutation({
  args: { code: v.string() },
  returns: confirmationValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return Confirmations.confirmEmail(ctx, code);
  },
});

/**
 * Deletes an unconfirmed account on behalf of the person whose address was used
 * to sign up without their consent. Open to everyone who has the code. Reports
 * a bad code as a `status` instead of throwing.
 * @throws RATE_LIMITED
 */
export const disown = publicMutation({
  args: { code: v.string() },
  returns: disownmentValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return Confirmations.disownAccount(ctx, code, removeAccount);
  },
});

/**
 * Mails a new confirmation link to the signed-in person, or does nothing if
 * their address is already confirmed. Earlier links keep working.
 * @throws EMAIL_MISSING when signed out, RATE_LIMITED
 */
export const resendActivation = visitorMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Accounts.resendActivation(ctx, ctx.viewer);
    return null;
  },
});

/**
 * Changes the address of the signed-in person, whose address is not confirmed
 * yet, and mails a confirmation link there. Earlier links stop working. Returns
 * "taken" if the address has an account, and does nothing for a confirmed
 * person.
 * @throws NOT_SIGNED_IN, EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_UNREACHABLE,
 * EMAIL_SAME, RATE_LIMITED
 */
export const correctEmail = publicAction({
  args: { email: v.string() },
  returns: correctedEmailValidator,
  handler: async (ctx, { email }) => askToCorrect(ctx, email),
});

/**
 * Mails a password reset link. Open to everyone. An unknown address gets the
 * same answer and no mail, so this call does not reveal who has an account.
 * @throws EMAIL_INVALID, RATE_LIMITED
 */
export const requestReset = publicMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await Accounts.requestReset(ctx, email);
    return null;
  },
});

/**
 * Sets a new password with a mailed reset code, confirms the address and ends
 * every session of the account. Open to everyone who has the code. Does not
 * sign in. `device` is the browser's own secret, which the account will
 * recognise from now on.
 * @throws RESET_LINK_INVALID, RATE_LIMITED, PASSWORD_REQUIRED,
 * PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_IS_NAME, PASSWORD_COMMON
 */
export const resetPassword = publicAction({
  args: {
    email: v.string(),
    code: v.string(),
    newPassword: v.string(),
    device: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await reset(ctx, args);
    return null;
  },
});

/**
 * Counts an attempt to use a reset code. Returns the owner's username, or null
 * if the code does not work.
 */
export const admitReset = internalMutation({
  args: { email: v.string(), code: v.string() },
  returns: v.union(v.object({ username: v.string() }), v.null()),
  handler: async (ctx, args) => Accounts.admitReset(ctx, args),
});

/**
 * Sets a password that has been hashed, with a reset code. Returns false if the
 * code does not work.
 */
export const redeemResetCode = internalMutation({
  args: {
    email: v.string(),
    code: v.string(),
    secret: v.string(),
    device: v.string(),
  },
  returns: v.boolean(),
  handler: async (ctx, args) => Accounts.redeemResetCode(ctx, args),
});

const recipientValidator = v.union(
  v.object({
    email: v.string(),
    username: v.string(),
    language: languageValidator,
  }),
  v.null(),
);

/**
 * Stores the hash of a code that is about to be mailed. Returns the recipient,
 * or null if there is no longer anybody to mail.
 */
export const keepCode = internalMutation({
  args: {
    userId: v.id("users"),
    purpose: codePurposeValidator,
    emailChangeId: v.optional(v.id("emailChanges")),
    codeHash: v.string(),
  },
  returns: recipientValidator,
  handler: async (ctx, args) => MailedCodes.keepCode(ctx, args),
});

/**
 * Returns the recipient of a mail without a code, or null if the account no
 * longer exists.
 */
export const findAddressee = internalMutation({
  args: { userId: v.id("users") },
  returns: recipientValidator,
  handler: async (ctx, { userId }) => MailedCodes.findAddressee(ctx, userId),
});

/** Marks the next batch of mailed codes as used. */
export const spendCodes = internalMutation({
  args: {
    userId: v.id("users"),
    purpose: codePurposeValidator,
    sinceAt: v.number(),
    untilAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, range) => {
    await MailedCodes.spendCodesUntil(ctx, range);
    return null;
  },
});

/** Deletes codes that expired a month ago. Run by a cron job. */
export const purgeCodes = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await MailedCodes.purgeCodes(ctx);
    return null;
  },
});

/**
 * Counts an attempt to sign in. Returns the salt to hash the password with, or
 * null if there is no such account.
 */
export const admitSignIn = internalMutation({
  args: { email: v.string(), device: v.string() },
  returns: v.object({
    stored: v.string(),
    salt: v.union(v.string(), v.null()),
    needsCode: v.boolean(),
  }),
  handler: async (ctx, args) => Accounts.admitSignIn(ctx, args),
});

/** Counts an attempt to sign up, and returns which entries are taken. */
export const admitSignUp = internalMutation({
  args: { email: v.string(), username: v.string() },
  returns: v.array(
    v.union(v.literal("EMAIL_TAKEN"), v.literal("USERNAME_TAKEN")),
  ),
  handler: async (ctx, wanted) => Accounts.admitSignUp(ctx, wanted),
});

/**
 * Opens a session for a person who has proved their password, in place of the
 * caller's own if there is one. Returns null if the password has changed since.
 */
export const openSession = internalMutation({
  args: { userId: v.id("users"), secret: v.string(), device: v.string() },
  returns: v.union(v.id("authSessions"), v.null()),
  handler: async (ctx, proof) => open(ctx, proof, await getAuthSessionId(ctx)),
});
