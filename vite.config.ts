import react from "@vitejs/plugin-react";
import { type Plugin, type Rolldown, defineConfig } from "vite";

/** What every page runs on. */
const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/**
 * Where a first visit begins. What these share with the app is kept apart: the
 * start waits for no more than it needs to decide, and the landing page fetches
 * nothing of the app.
 */
const DOORS: readonly [string, RegExp][] = [
  ["start", /src\/main\.tsx$/],
  ["door", /src\/features\/landing\/mountLanding\.tsx$/],
  ["door-en", /src\/features\/landing\/landingTextsEn\.ts$/],
  ["door-hi", /src\/features\/landing\/landingTextsHi\.ts$/],
];

/** In source, not as sent: a chunk below it is not worth a request of its own. */
const SMALL_CHUNK_BYTES = 30_000;

export default defineConfig({
  plugins: [react(), preloadReact()],
  build: {
    target: "es2022",
    // The site's content security policy allows files, not data: scripts or fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: REACT, priority: 2 },
            { name: doorOf, minShareCount: 2, priority: 1 },
            {
              name: "common",
              entriesAware: true,
              entriesAwareMergeThreshold: SMALL_CHUNK_BYTES,
              minShareCount: 3,
            },
          ],
        },
        chunkFileNames: ({ name }) =>
          `assets/${name.replace(/~.*/, "")}-[hash].js`,
      },
    },
  },
});

function doorOf(
  moduleId: string,
  context: Rolldown.ChunkingContext,
): string | null {
  const above = importersOf(moduleId, context);
  return (
    DOORS.find(([, door]) => above.some((id) => door.test(id)))?.[0] ?? null
  );
}

/** The module and all that import it, at any distance. */
function importersOf(
  moduleId: string,
  context: Rolldown.ChunkingContext,
): string[] {
  const found = new Set([moduleId]);
  for (const id of found) {
    for (const importer of context.getModuleInfo(id)?.importers ?? []) {
      found.add(importer);
    }
  }
  return [...found];
}

/** Every page needs it, and it is the largest file: it need not wait for the decision. */
function preloadReact(): Plugin {
  return {
    name: "preload-react",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter(({ type, name }) => type === "chunk" && name === "react")
          .map(({ fileName }) => ({
            tag: "link",
            attrs: {
              rel: "modulepreload",
              crossorigin: true,
              href: `/${fileName}`,
            },
            injectTo: "head",
          })),
    },
  };
}
