import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

/** A page needs only a few of these fonts. The worker stores them as pages use them. */
const FONTS_OF_FEW = "assets/*devanagari*";

/**
 * Builds `serviceWorker.js` from `src/worker`, which stores the files of the app. If `isOff`,
 * builds the worker that removes what an earlier worker stored.
 */
export function serviceWorker(isOff: boolean): Plugin[] {
  return [
    {
      name: "service-worker-switch",
      apply: "build",
      config: () => ({
        define: { "import.meta.env.STARTS_OFFLINE": JSON.stringify(!isOff) },
      }),
    },
    ...VitePWA({
      strategies: "injectManifest",
      srcDir: isOff ? "src/worker/retired" : "src/worker",
      filename: "serviceWorker.ts",
      // `public/` has a manifest, and `src/features/offline` registers the worker.
      manifest: false,
      injectRegister: null,
      injectManifest: {
        rollupFormat: "iife",
        globPatterns: [
          "200.html",
          "favicon.svg",
          "assets/*.{js,css,html,woff2}",
        ],
        globIgnores: [FONTS_OF_FEW],
        // The names of these files have a hash.
        dontCacheBustURLsMatching: /^assets\//,
        ...(isOff && { injectionPoint: undefined }),
      },
    }),
  ];
}
