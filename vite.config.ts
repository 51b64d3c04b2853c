import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkPlan } from "./scripts/site/chunkPlan.ts";
import { sitePages } from "./scripts/site/sitePages.ts";

export default defineConfig({
  plugins: [react(), chunkPlan(), sitePages(process.env.SITE_URL)],
  build: {
    target: "es2022",
    // The site's content security policy allows files, not data: scripts or fonts.
    assetsInlineLimit: 0,
  },
});
