/** Reads the mail catcher's inbox. */
import { expect } from "@playwright/test";

const POLL_EVERY_MS = 50;

interface CaughtMail {
  readonly subject: string;
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
}

/**
 * Waits for a mail to the address and returns the first link to `path` in the
 * newest one.
 */
export async function linkMailedTo(
  mailUrl: string,
  email: string,
  path: string,
): Promise<string> {
  let link: string | null = null;
  await expect
    .poll(async () => (link = await linkIn(mailUrl, email, path)), {
      message: `a mail to ${email} with a link to ${path}`,
      intervals: [POLL_EVERY_MS],
    })
    .not.toBeNull();
  if (link === null) throw new Error("The link was found and lost.");
  return link;
}

/** Returns the mails to the address, in any case, oldest first. */
export async function mailsTo(
  mailUrl: string,
  email: string,
): Promise<CaughtMail[]> {
  const mails = await readInbox(`${mailUrl}/email`);
  return mails.filter((mail) =>
    mail.to.some(({ address }) => address.toLowerCase() === email),
  );
}

/**
 * Asks the inbox only for the mails to this address, because near the end of a run the inbox holds
 * megabytes of mail.
 */
async function linkIn(
  mailUrl: string,
  email: string,
  path: string,
): Promise<string | null> {
  const query = new URLSearchParams({ "to.address": email });
  return findLink(await readInbox(`${mailUrl}/email?${query}`), path);
}

async function readInbox(url: string): Promise<CaughtMail[]> {
  const response = await fetch(url);
  // The inbox defines this format. If it changes, no mail is found.
  return (await response.json()) as CaughtMail[];
}

function findLink(mails: readonly CaughtMail[], path: string): string | null {
  for (const mail of mails.toReversed()) {
    const links = mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
    const wanted = links.find((link) => new URL(link).pathname === path);
    if (wanted !== undefined) return wanted;
  }
  return null;
}
