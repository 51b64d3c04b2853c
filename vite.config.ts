import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkPlan } from "./tools/site/chunkPlan.ts";
import { leanLibraries } from "./tools/site/leanLibraries.ts";
import { publicFonts } from "./tools/site/publicFonts.ts";
import { reactIds } from "./tools/site/reactIds.ts";
import { serviceWorker } from "./tools/site/serviceWorker.ts";
import { sitePages } from "./tools/site/sitePages.ts";
import { themeStyle } from "./tools/site/themeStyle.ts";

import { BUILD_TARGETS } from "./src/lib/browserVersions.ts";

export default defineConfig({
  plugins: [
    react(),
    chunkPlan(),
    reactIds(),
    leanLibraries(),
    themeStyle(),
    publicFonts(),
    sitePages(process.env.SITE_URL),
    serviceWorker(process.env.OFFLINE === "off"),
  ],
  build: {
    target: [...BUILD_TARGETS],
    // The site's content security policy allows files, not data: scripts or fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The generated API calls it at the top level. Pages use no components, and leave it out.
      treeshake: { manualPureFunctions: ["componentsGeneric"] },
    },
  },
});
