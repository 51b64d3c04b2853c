import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2022",
    // The site's content security policy allows files, not data: scripts or fonts.
    assetsInlineLimit: 0,
  },
});
