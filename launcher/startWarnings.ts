/** Warnings of a running app for the person who started it. */
import type { AppOptions } from "./appOptions.ts";
import type { StartError } from "./startError.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Warns if a public site has no mail server. Returns null if SMTP_URL is set,
 * or if the site is local, because the inbox on this machine is enough then.
 */
export function mailWarning({
  siteUrl,
  smtpUrl,
}: Pick<AppOptions, "siteUrl" | "smtpUrl">): string | null {
  const isLocal = siteUrl === null || LOOPBACK.test(new URL(siteUrl).hostname);
  if (isLocal || smtpUrl !== null) return null;
  return [
    `NO MAIL LEAVES: the site is public (SITE_URL=${siteUrl}) and SMTP_URL is not set.`,
    "Nobody gets the links that confirm accounts and reset passwords. They are in the",
    "inbox on this machine, where all of its users can read them. Set SMTP_URL.",
  ].join("\n");
}

/**
 * Warns that the last good version is served instead of a refused one; null if
 * none was refused.
 */
export function refusalWarning(refusal: StartError | null): string | null {
  if (refusal === null) return null;
  return [
    "THE NEW VERSION IS NOT RUNNING. It was refused, and the last good one is served:",
    refusal.message.trim().replaceAll(/^/gm, "    "),
    "The data is as it was. Correct the cause and start again.",
  ].join("\n");
}
