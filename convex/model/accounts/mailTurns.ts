import { mailboxOf, normalizeEmail } from "../../shared/email";
import { HOUR_MS, MINUTE_MS } from "../../shared/limits";
import type { Id } from "../../_generated/dataModel";
import type { CodePurpose } from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import { rateLimited } from "../errors";
import { bookTurn, enforceStrangerLimit } from "../rateLimits/rateLimits";

/**
 * Domains with the mailboxes of a large part of India. They have no limit of
 * their own: a good evening brings hundreds of members from one of them.
 */
const LARGE_DOMAINS = new Set([
  ...["gmail.com", "googlemail.com", "icloud.com", "rediffmail.com"],
  ...["outlook.com", "hotmail.com", "live.com", "proton.me", "protonmail.com"],
  ...["outlook.in", "hotmail.co.in", "live.in", "msn.com", "me.com", "aol.com"],
  ...["yahoo.com", "yahoo.in", "yahoo.co.in", "ymail.com"],
  ...["zoho.com", "zohomail.in"],
]);

type MailScope = "mailbox" | "domain" | "site";

/** The longest that a mail with a link waits for its turn. */
const LONGEST_WAIT_MS = HOUR_MS;
/** Mails that wait longer are told to the operator. */
const NOTABLE_WAIT_MS = MINUTE_MS;

/**
 * Counts a mail with a link, and returns how long it has to wait. The first few
 * to a mailbox go at once, further ones wait, and so do confirmations that are too
 * many for one domain or the whole site: otherwise one stranger has hundreds sent
 * to one person, and the site's mails count as spam. What an account is mailed at
 * its own address has limits of its own, and never waits for strangers.
 * @throws RATE_LIMITED if the wait would be longer than an hour
 */
export async function bookMail(
  ctx: WriteCtx,
  email: string,
  purpose: CodePurpose | "claim",
): Promise<number> {
  if (purpose === "reset" || purpose === "emailStop") return 0;
  const mailbox = mailboxIn(email);
  const ofMailbox = await book(ctx, "mailbox", `${purpose} ${mailbox}`);
  if (purpose === "emailChange") return ofMailbox;
  const ofSite = await book(ctx, "site", "");
  const domain = mailbox.slice(mailbox.lastIndexOf("@") + 1);
  const isLarge = LARGE_DOMAINS.has(domain);
  const ofDomain = isLarge ? 0 : await book(ctx, "domain", domain);
  return Math.max(ofMailbox, ofSite, ofDomain);
}

async function book(
  ctx: WriteCtx,
  scope: MailScope,
  who: string,
): Promise<number> {
  const limit = { act: "mail", scope, who } as const;
  const waitMs = await bookTurn(ctx, limit, LONGEST_WAIT_MS);
  if (waitMs > LONGEST_WAIT_MS) throw rateLimited(waitMs - LONGEST_WAIT_MS);
  if (waitMs > NOTABLE_WAIT_MS) tellOperator(scope, waitMs);
  return waitMs;
}

/**
 * Counts a request for a new password, and returns whether a link may be mailed.
 * Each origin has its own attempts, and what all together ask for is no refusal:
 * a link that was mailed minutes ago still works, whoever asked for it. Requests
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

const mailboxIn = (address: string) => mailboxOf(normalizeEmail(address));

/** Writes no name and no address into the log. */
function tellOperator(scope: MailScope, waitMs: number): void {
  const minutes = Math.round(waitMs / MINUTE_MS);
  // oxlint-disable-next-line no-console -- the server's log, for its operator
  console.warn(
    `Many mails: one waits ${minutes} minutes, because of LIMIT_MAIL_PER_${scope.toUpperCase()}.`,
  );
}
