import type { CodePurpose } from "../shared/validators";

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

export interface MailArgs {
  siteUrl: string;
  supportEmail: string | null;
  email: string;
  username: string;
  code: string;
}

interface Wording {
  subject: string;
  lead: string;
  action: string;
  after: string;
}

const WORDINGS: Record<CodePurpose, Wording> = {
  confirm: {
    subject: "Confirm your email for Gully Cypher",
    lead: "Welcome to Gully Cypher. Confirm your email to upload beats, record verses and vote.",
    action: "Confirm email",
    after:
      "The link works for 24 hours. If you did not create an account, ignore this mail.",
  },
  reset: {
    subject: "Reset your Gully Cypher password",
    lead: "Someone asked to reset the password of your Gully Cypher account.",
    action: "Choose a new password",
    after:
      "The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.",
  },
};

export function composeMail(purpose: CodePurpose, args: MailArgs): Mail {
  const { subject, ...wording } = WORDINGS[purpose];
  const greeting = args.username === "" ? "Hello," : `Hello ${args.username},`;
  const link = linkOf(purpose, args);
  const help =
    args.supportEmail === null
      ? ""
      : `Questions? Write to ${args.supportEmail}.`;
  const parts = { greeting, link, help, ...wording };
  return { subject, text: plainText(parts), html: htmlText(parts) };
}

function linkOf(purpose: CodePurpose, { siteUrl, code, email }: MailArgs) {
  const path = purpose === "confirm" ? "/activate" : "/reset-password";
  const url = new URL(path, siteUrl);
  url.searchParams.set("code", code);
  if (purpose === "reset") url.searchParams.set("email", email);
  return url.toString();
}

interface Parts extends Omit<Wording, "subject"> {
  greeting: string;
  link: string;
  help: string;
}

function plainText({ greeting, lead, action, link, after, help }: Parts) {
  const paragraphs = [greeting, lead, `${action}:\n${link}`, after, help];
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n") + "\n";
}

function htmlText({ greeting, lead, action, link, after, help }: Parts) {
  const url = escapeHtml(link);
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f4f2ee;font-family:Arial,sans-serif;color:#1c1a17">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#ffffff;border-radius:8px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">Gully Cypher</p>
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(lead)}</p>
<p style="margin:28px 0"><a href="${url}" style="background:#b3261e;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:bold">${escapeHtml(action)}</a></p>
<p style="font-size:13px">If the button does not work, open this address:<br><a href="${url}" style="color:#b3261e;word-break:break-all">${url}</a></p>
<p style="font-size:13px;color:#5c574f">${escapeHtml(after)}</p>
<p style="font-size:13px;color:#5c574f">${escapeHtml(help)}</p>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
