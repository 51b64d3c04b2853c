import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MINIMUM_VERSIONS_TEXT } from "../../src/lib/browserVersions.ts";
import { oldBrowser as en } from "../../src/texts/en/oldBrowser.ts";
import { oldBrowser as hi } from "../../src/texts/hi/oldBrowser.ts";

/**
 * Builds `src/oldBrowser.js` with its texts filled in. It has its own file, so that
 * a browser that cannot parse the main script still runs it.
 */
export async function buildOldBrowser(
  root: string,
): Promise<{ fileName: string; source: string }> {
  const script = await readFile(join(root, "src/oldBrowser.js"), "utf8");
  const source = script.replace('"TEXTS"', () => JSON.stringify(texts()));
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  return { fileName: `assets/oldBrowser-${hash}.js`, source };
}

function texts() {
  const inLanguage = (text: typeof en | typeof hi) => ({
    ...text,
    browsers: text.browsers(MINIMUM_VERSIONS_TEXT),
  });
  return { en: inLanguage(en), hi: inLanguage(hi) };
}
