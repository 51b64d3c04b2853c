import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Fonts of the public pages, whose addresses have to be known without the
 * build; see `convex/model/listen/fontFaces.ts`.
 */
const FONTS = {
  "teko-latin-500": "@fontsource/teko",
  // See `src/app/teko700.css`.
  "teko-latin-700": "teko-static",
  "teko-devanagari-700": "@fontsource/teko",
  "mukta-latin-400": "@fontsource/mukta",
  "mukta-latin-600": "@fontsource/mukta",
  "mukta-devanagari-400": "@fontsource/mukta",
} as const;

/** Adds these fonts to the site as `fonts/<family>-<script>-<weight>.woff2`. */
export function publicFonts(): Plugin {
  let root = process.cwd();
  return {
    name: "public-fonts",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle() {
      for (const [name, from] of Object.entries(FONTS)) {
        const file = `node_modules/${from}/files/${name}-normal.woff2`;
        const source = await readFile(join(root, file));
        this.emitFile({
          type: "asset",
          fileName: `fonts/${name}.woff2`,
          source,
        });
      }
    },
  };
}
