import { sha256 } from "@noble/hashes/sha2.js";
import { SCRIPT, STYLE } from "./assets";
import { fontFaces } from "./fontFaces";
import type { View } from "./view";

/**
 * Returns the headers that keep a page harmless, whatever a stranger's title
 * contains: it runs and looks like nothing but what its own build put in.
 * @param mediaUrl the audio file that the page plays, or null
 */
export function securityHeaders(
  { siteUrl }: View,
  mediaUrl: string | null,
): Record<string, string> {
  const site = new URL(siteUrl).origin;
  const media = mediaUrl === null ? "" : ` ${new URL(mediaUrl).origin}`;
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      `script-src ${hashOf(SCRIPT)}`,
      `style-src ${hashOf(STYLE)} ${hashOf(fontFaces(siteUrl))}`,
      `font-src 'self' ${site}`,
      `img-src 'self' ${site}`,
      `media-src 'self'${media}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy":
      "microphone=(), camera=(), geolocation=(), payment=(), usb=()",
  };
}

/** The digest by which a policy names an inline script or style. */
function hashOf(text: string): string {
  const digest = sha256(new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}
