/**
 * Builds the style and the scripts of the public pages. The functions send those
 * pages with them inside, so the build writes them to a module of `convex/`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Rolldown, build } from "vite";
import { BUILD_TARGETS } from "../../src/lib/browserVersions.ts";

/** The module that `npm run codegen` writes. */
export const LISTEN_ASSETS = "convex/model/listen/assets.ts";

/** The files in `src/listen/style/`. The others rely on the first. */
const STYLES = ["page", "bar", "cover", "player", "words", "actions"];

/** Matches the rules that leave out what the first frame does not need. */
const FIRST_FRAME = /^:root\[data-frame="first"\][^{]*\{[^}]*\}/gm;

/**
 * Returns the text of the module `LISTEN_ASSETS`. Old browsers must be able to read the head's
 * script, which shows the browser's own player if the browser cannot read the other script.
 */
export async function buildListenAssets(root: string): Promise<string> {
  const style = JSON.stringify(await buildStyle(root));
  const script = async (name: string, target: readonly string[]) =>
    JSON.stringify(await buildScript(root, name, target));
  return [
    "/** Made by `npm run codegen` from `src/listen/`. Do not edit. */",
    `export const STYLE = ${style};`,
    `export const HEAD_SCRIPT = ${await script("head", ["es2015"])};`,
    `export const SCRIPT = ${await script("player", BUILD_TARGETS)};`,
    "",
  ].join("\n");
}

async function buildStyle(root: string): Promise<string> {
  const read = (name: string) => readFile(join(root, "src", name), "utf8");
  const tokens = bySystemScheme(await read("app/tokens.css"));
  const fallbacks = await read("app/fontFallbacks.css");
  const own = STYLES.map((name) => read(`listen/style/${name}.css`));
  return minify(fallbacks + tokens + (await Promise.all(own)).join(""));
}

/**
 * Returns the app's colours and measures for a page that follows the system's
 * colour scheme, because it has no switch of its own.
 */
function bySystemScheme(tokens: string): string {
  const block = (selector: string) => {
    const found = new RegExp(`${selector} \\{([^}]*)\\}`, "m").exec(tokens);
    if (found?.[1] === undefined)
      throw new Error(`tokens.css has no block ${selector}.`);
    return `:root {${found[1]}}`;
  };
  const light = block("^:root");
  const dark = block('^:root\\[data-mantine-color-scheme="dark"\\]');
  const system = block(":root\\[data-mantine-color-scheme\\]");
  const firstFrame = tokens.match(FIRST_FRAME) ?? [];
  if (firstFrame.length === 0)
    throw new Error("tokens.css has no styles of the first frame.");
  return [
    light,
    `@media (prefers-color-scheme: dark) {${dark}}`,
    `@media (forced-colors: active) {${system}}`,
    ...firstFrame,
  ].join("\n");
}

/** Removes comments and white space. Enough for style sheets of our own. */
function minify(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/;\}/g, "}")
    .trim();
}

async function buildScript(
  root: string,
  name: string,
  target: readonly string[],
): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    build: {
      target: [...target],
      write: false,
      rolldownOptions: {
        input: join(root, `src/listen/${name}.ts`),
        output: { format: "iife" },
      },
      modulePreload: { polyfill: false },
    },
  });
  // With one output and no watch mode, this is neither a list nor a watcher.
  return (built as Rolldown.RolldownOutput).output[0].code.trim();
}
