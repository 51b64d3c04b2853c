import { escapeHtml } from "../../shared/escapeHtml";
import type { DeviceName, Language } from "../../shared/validators";
import { MAIL_TEXTS, type MailKind } from "./mailTexts";
import { unlinked } from "./unlinked";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** Contents of a mail. An empty `username` gives a greeting without a name. */
export interface MailArgs {
  siteUrl: string;
  supportEmail: string | null;
  email: string;
  username: string;
  language: Language;
  /** Only for mails with a code. */
  code?: string;
  /** Only for mails about a sign-in. */
  device?: DeviceName | null;
}

/** The page that the link of each mail opens. */
const PATHS: Record<MailKind, string> = {
  confirm: "/activate",
  claim: "/claim",
  reset: "/reset-password",
  emailChange: "/email-change",
  emailStop: "/email-change",
  passwordChanged: "/forgot-password",
  newSignIn: "/account",
  nameLost: "/home",
  signIn: "/forgot-password",
};

/** The texts around the link of a mail. */
export interface Wording {
  subject: string;
  lead: string;
  action: string;
  after: string;
}

/** Writes a mail in the recipient's language. */
export const composeMail = (kind: MailKind, args: MailArgs): Mail =>
  writeMail(MAIL_TEXTS[args.language].kinds[kind], linkOf(kind, args), args);

/** Writes the mail with a code that a person types. */
export function composeSignInMail(code: string, args: MailArgs): Mail {
  const wording = MAIL_TEXTS[args.language].kinds.signIn;
  const lead = `${wording.lead} ${code}`;
  return writeMail({ ...wording, lead }, linkOf("signIn", args), args);
}

type WritingArgs = Pick<MailArgs, "username" | "supportEmail"> &
  Partial<Pick<MailArgs, "language" | "device">>;

/** Writes a mail with one link, as plain text and as escaped HTML. */
export function writeMail(
  { subject, ...wording }: Wording,
  link: string,
  { username, supportEmail, language = "en", device = null }: WritingArgs,
): Mail {
  const texts = MAIL_TEXTS[language];
  const parts = {
    ...wording,
    ...{ language, link },
    greeting: texts.hello(unlinked(username)),
    detail: device === null ? "" : texts.device(device),
    button: texts.button,
    help: supportEmail === null ? "" : texts.help(supportEmail),
  };
  return { subject, text: plainText(parts), html: htmlText(parts) };
}

function linkOf(kind: MailKind, { siteUrl, code, email }: MailArgs) {
  const url = new URL(PATHS[kind], siteUrl);
  if (code !== undefined) url.searchParams.set("code", code);
  if (kind === "reset") url.searchParams.set("email", email);
  return url.toString();
}

/**
 * Makes a link of the first URL in the text after the button. The site itself
 * writes that text.
 */
const withLink = (html: string) =>
  html.replace(
    /https?:\/\/[^\s<]+/,
    (url) => `<a href="${url}" style="word-break:break-all">${url}</a>`,
  );

interface Parts {
  language: Language;
  greeting: string;
  lead: string;
  detail: string;
  action: string;
  link: string;
  button: string;
  after: string;
  help: string;
}

function plainText(parts: Parts) {
  const { greeting, lead, detail, action, link, after, help } = parts;
  const linked = `${action}:\n${link}`;
  return (
    [greeting, lead, detail, linked, after, help]
      .filter((paragraph) => paragraph !== "")
      .join("\n\n") + "\n"
  );
}

function htmlText(parts: Parts) {
  const url = escapeHtml(parts.link);
  const small = (text: string) =>
    text === ""
      ? ""
      : `<p style="font-size:13px;color:#5c574f">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${parts.language}">
<body style="margin:0;padding:24px;background:#f4f2ee;font-family:Arial,sans-serif;color:#1c1a17">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#ffffff;border-radius:8px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">Gully Cypher</p>
<p>${escapeHtml(parts.greeting)}</p>
<p>${escapeHtml(parts.lead)}</p>
${small(parts.detail)}
<p style="margin:28px 0"><a href="${url}" style="background:#b3261e;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:bold">${escapeHtml(parts.action)}</a></p>
<p style="font-size:13px">${escapeHtml(parts.button)}<br><a href="${url}" style="color:#b3261e;word-break:break-all">${url}</a></p>
${withLink(small(parts.after))}
${small(parts.help)}
</td></tr></table>
</body>
</html>
`;
}
