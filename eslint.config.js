import convexPlugin from "@convex-dev/eslint-plugin";
import tseslint from "typescript-eslint";

/**
 * Only what Convex's own plugin finds in `convex/`, because its rules need types
 * that oxlint does not give to plugins. Everything else is in oxlint.config.ts.
 */
export default tseslint.config(
  { ignores: ["convex/_generated/"] },
  {
    files: ["convex/**/*.ts"],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { "@convex-dev": convexPlugin },
    rules: {
      ...convexPlugin.configs.recommended[0].rules,
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/import-wrong-runtime": "error",
    },
  },
  {
    // These run in Node themselves, which the rule does not look at.
    files: [
      "convex/mail.ts",
      "convex/previewPictures.ts",
      "convex/model/previews/*.ts",
    ],
    rules: { "@convex-dev/import-wrong-runtime": "off" },
  },
  {
    files: ["convex/**/*.test.ts", "convex/testing/*.ts"],
    rules: { "@convex-dev/no-collect-in-query": "off" },
  },
);
