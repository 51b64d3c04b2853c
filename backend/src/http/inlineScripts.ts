import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const inlineScript =
  /<script(?<attributes>(?:\s[^>]*)?)>(?<text>[\s\S]*?)<\/script>/gi;

/**
 * Returns the sources by which a content security policy names the inline
 * scripts of all pages in a folder, without its subfolders. Call it only with
 * the site's own files: every script in them may run.
 */
export function inlineScriptsOf(dir: string): readonly string[] {
  const pages = readdirSync(dir).filter((name) => name.endsWith(".html"));
  const digests = pages.flatMap((name) =>
    digestsIn(readFileSync(join(dir, name), "utf8")),
  );
  return [...new Set(digests)];
}

function digestsIn(html: string): string[] {
  return [...html.matchAll(inlineScript)]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.attributes ?? ""))
    .map(({ groups }) => {
      const digest = createHash("sha256").update(groups?.text ?? "");
      return `'sha256-${digest.digest("base64")}'`;
    });
}
