import { HEAD_SCRIPT, SCRIPT, STYLE } from "./assets";
import { fontFaces } from "./fontFaces";
import type { View } from "./view";

/**
 * Returns the headers that keep a page harmless, whatever a stranger's title
 * contains: it runs no scripts and applies no styles but our own. It has no
 * opener policy: a page without a session has nothing to keep from its opener,
 * and the separate process that such a policy asks for costs a slow phone a
 * quarter of a second.
 * @param mediaUrl the audio file that the page plays, or null
 * @param formAction where the page's form may go
 */
export async function securityHeaders(
  view: View,
  mediaUrl: string | null,
  formAction = "'none'",
): Promise<Record<string, string>> {
  const site = new URL(view.siteUrl).origin;
  const media = mediaUrl === null ? "" : ` ${new URL(mediaUrl).origin}`;
  const [head, script, style, faces] = await Promise.all(
    [HEAD_SCRIPT, SCRIPT, STYLE, fontFaces(view)].map(hashOf),
  );
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      `script-src ${head} ${script}`,
      `style-src ${style} ${faces}`,
      `font-src 'self' ${site}`,
      `img-src 'self' ${site}`,
      `media-src 'self'${media}`,
      "base-uri 'none'",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
    ].join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy":
      "microphone=(), camera=(), geolocation=(), payment=(), usb=()",
  };
}

/** The digest by which a policy names an inline script or style. */
async function hashOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}
