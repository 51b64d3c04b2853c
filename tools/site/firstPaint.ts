import { join } from "node:path";
import { type Rolldown, build } from "vite";
import type { PageFiles } from "../../src/lib/pageFiles.ts";

/**
 * Builds `src/firstPaint.ts` as a classic script, because modules run after the
 * first paint. Returns its text for a script element: a file of its own would
 * hold the first paint back by a round trip. The backend allows it by its digest.
 */
export async function buildFirstPaint(
  root: string,
  pageFiles: PageFiles,
): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    define: { "import.meta.env.PAGE_FILES": JSON.stringify(pageFiles) },
    build: {
      // Old browsers must be able to run it too: they show a text in the
      // visitor's language, see src/oldBrowser.js.
      target: "es2015",
      write: false,
      rolldownOptions: {
        input: join(root, "src/firstPaint.ts"),
        output: { format: "iife" },
      },
      modulePreload: { polyfill: false },
    },
  });
  // With one output and no watch mode, this is neither a list nor a watcher.
  const { code } = (built as Rolldown.RolldownOutput).output[0];
  if (/<\/script|<!--/i.test(code))
    throw new Error("The first script would end its own element.");
  return code.trim();
}
