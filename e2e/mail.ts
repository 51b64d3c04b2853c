/** Reads the inbox that catches the app's mail. */
import { expect } from "@playwright/test";

interface CaughtMail {
  readonly subject: string;
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
}

/** The first link to `path` in the newest mail to this address; waits for the mail. */
export async function linkMailedTo(
  mailUrl: string,
  email: string,
  path: string,
): Promise<string> {
  let link: string | null = null;
  await expect
    .poll(async () => (link = findLink(await mailsTo(mailUrl, email), path)), {
      message: `a mail to ${email} with a link to ${path}`,
    })
    .not.toBeNull();
  if (link === null) throw new Error("The link was found and lost.");
  return link;
}

export async function mailsTo(
  mailUrl: string,
  email: string,
): Promise<CaughtMail[]> {
  const response = await fetch(`${mailUrl}/email`);
  // The inbox's own JSON; a change of its shape fails the find below.
  const mails = (await response.json()) as CaughtMail[];
  return mails.filter((mail) =>
    mail.to.some(({ address }) => address.toLowerCase() === email),
  );
}

function findLink(mails: readonly CaughtMail[], path: string): string | null {
  for (const mail of mails.toReversed()) {
    const links = mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
    const wanted = links.find((link) => new URL(link).pathname === path);
    if (wanted !== undefined) return wanted;
  }
  return null;
}
