import { mailboxOf, normalizeEmail } from "../../shared/email";
import { HOUR_MS, MINUTE_MS } from "../../shared/limits";
import type { Id } from "../../_generated/dataModel";
import type { CodePurpose } from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import { rateLimited } from "../errors";
import {
  bookTurn,
  enforceStrangerLimit,
  isAmongFirst,
} from "../rateLimits/rateLimits";

/**
 * The domains of mail providers that a large part of India uses. They have no
 * limit of their own: on a good evening, hundreds of members come from one of
 * them.
 */
const LARGE_DOMAINS = new Set([
  ...["gmail.com", "googlemail.com", "icloud.com", "rediffmail.com"],
  ...["outlook.com", "hotmail.com", "live.com", "proton.me", "protonmail.com"],
  ...["outlook.in", "hotmail.co.in", "live.in", "msn.com", "me.com", "aol.com"],
  ...["yahoo.com", "yahoo.in", "yahoo.co.in", "ymail.com"],
  ...["zoho.com", "zohomail.in"],
]);

type MailScope = "mailbox" | "domain" | "site";

/**
 * About as many mails as a whole school causes when its pupils sign up within
 * an hour.
 */
const FEW_OF_ORIGIN = 60;
/** The longest that a mail with a link waits for its turn. */
const LONGEST_WAIT_MS = HOUR_MS;
/** The operator is told of mails that wait longer than this. */
const NOTABLE_WAIT_MS = MINUTE_MS;

/**
 * Counts a mail with a link, and returns how long it has to wait, in ms. The
 * first few mails to a mailbox go at once; further ones wait. Confirmations
 * also wait if there are too many for one domain or for the whole site.
 * Otherwise one stranger could have hundreds of mails sent to one person, and
 * mail providers would take the site's mails for spam. Mails to an account's
 * own address, for a new password or to stop a change of e-mail, have other
 * limits and never wait here.
 * @throws RATE_LIMITED if the wait would be longer than an hour
 */
export async function bookMail(
  ctx: WriteCtx,
  email: string,
  purpose: CodePurpose | "claim",
): Promise<number> {
  if (purpose === "reset" || purpose === "emailStop") return 0;
  const mailbox = mailboxIn(email);
  const ofMailbox = await bookMailbox(ctx, `${purpose} ${mailbox}`);
  if (purpose === "emailChange") return ofMailbox;
  const ofSite = await bookSite(ctx);
  const domain = mailbox.slice(mailbox.lastIndexOf("@") + 1);
  const isLarge = LARGE_DOMAINS.has(domain);
  const ofDomain = isLarge ? 0 : await book(ctx, "domain", domain);
  return Math.max(ofMailbox, ofSite, ofDomain);
}

/**
 * Two strangers can use up all turns of a mailbox. As many turns again are kept
 * for origins that ask for the first time within the hour, and the mailbox's
 * owner is usually one of them.
 */
async function bookMailbox(ctx: WriteCtx, who: string): Promise<number> {
  const isFirst = await isAmongFirst(ctx, "mail", { who, few: 1 });
  const limit = { act: "mail", scope: "mailbox", who } as const;
  const waitMs = await bookTurn(ctx, limit, LONGEST_WAIT_MS);
  const isFull = waitMs > LONGEST_WAIT_MS;
  if (isFull && isFirst === true) return book(ctx, "mailbox", `first ${who}`);
  return admit("mailbox", waitMs);
}

/**
 * Half of the site's mails are kept for origins that have caused few mails
 * within the hour. Otherwise four strangers could make everybody wait.
 */
async function bookSite(ctx: WriteCtx): Promise<number> {
  const half = { act: "mail", scope: "site", share: 0.5 } as const;
  const isSmall = await isAmongFirst(ctx, "mail", {
    ...{ who: "site", few: FEW_OF_ORIGIN },
  });
  if (isSmall !== false) {
    const waitMs = await bookTurn(ctx, { ...half, who: "few" }, 0);
    if (waitMs === 0) return 0;
  }
  const waitMs = await bookTurn(ctx, { ...half, who: "" }, LONGEST_WAIT_MS);
  return admit("site", waitMs);
}

async function book(
  ctx: WriteCtx,
  scope: MailScope,
  who: string,
): Promise<number> {
  const limit = { act: "mail", scope, who } as const;
  return admit(scope, await bookTurn(ctx, limit, LONGEST_WAIT_MS));
}

function admit(scope: MailScope, waitMs: number): number {
  if (waitMs > LONGEST_WAIT_MS) throw rateLimited(waitMs - LONGEST_WAIT_MS);
  if (waitMs > NOTABLE_WAIT_MS) tellOperator(scope, waitMs);
  return waitMs;
}

/**
 * Counts a request for a new password, and returns whether a link may be
 * mailed. Each origin has its own attempts. If all origins together ask too
 * often, this returns false and does not throw: the link that was mailed
 * minutes ago still works, whoever asked for it. Requests for an address
 * without an account are counted for their origin alone.
 * @throws RATE_LIMITED if this origin asks too often
 */
export async function bookReset(
  ctx: WriteCtx,
  address: string,
  userId: Id<"users"> | null,
): Promise<boolean> {
  await enforceStrangerLimit(ctx, "mail", `reset ${mailboxIn(address)}`);
  if (userId === null) return false;
  const who = `reset ${userId}`;
  return (await bookTurn(ctx, { act: "mail", scope: "mailbox", who }, 0)) === 0;
}

/**
 * Counts a question to the mail server. The limit is the same as for the mails
 * of the whole site.
 * @throws RATE_LIMITED
 */
export async function enforceQuestions(ctx: WriteCtx): Promise<void> {
  const limit = { act: "mail", scope: "site", who: "question" } as const;
  const waitMs = await bookTurn(ctx, limit, 0);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Returns the mailbox that an address, with or without a tag, leads to. */
export const mailboxIn = (address: string) =>
  mailboxOf(normalizeEmail(address));

/** Logs that mails wait, without any name or address. */
function tellOperator(scope: MailScope, waitMs: number): void {
  const minutes = Math.round(waitMs / MINUTE_MS);
  // oxlint-disable-next-line no-console -- the server's log, for its operator
  console.warn(
    `Many mails: one waits ${minutes} minutes, because of LIMIT_MAIL_PER_${scope.toUpperCase()}.`,
  );
}
