import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Rolldown, build } from "vite";
import type { PageFiles } from "./siteFiles.ts";

/**
 * `src/firstPaint.ts` as a classic script: modules run after the first paint.
 * A file and not a part of the page, because the site's content security
 * policy refuses inline script.
 */
export async function buildFirstPaint(
  root: string,
  pageFiles: PageFiles,
): Promise<{ fileName: string; source: string }> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    define: { "import.meta.env.PAGE_FILES": JSON.stringify(pageFiles) },
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, "src/firstPaint.ts"),
        output: { format: "iife" },
      },
      modulePreload: { polyfill: false },
    },
  });
  // One output and no watching: neither a list nor a watcher.
  const { code } = (built as Rolldown.RolldownOutput).output[0];
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
  return { fileName: `assets/firstPaint-${hash}.js`, source: code };
}
