import convexPlugin from "@convex-dev/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/**
 * What the parts of the project must not import from each other. A later block of
 * the config replaces this rule of an earlier one, so each folder has one block.
 * The order of folders inside a part is in lint/layers.ts.
 */
const forbid = (...patterns) => ({
  "no-restricted-imports": [
    "error",
    {
      patterns: patterns.map(([what, message]) =>
        typeof what === "string"
          ? { regex: what, message }
          : { group: what, message },
      ),
    },
  ],
});

export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "**/.data*/",
      // Published components are there only once `npm run compat` has installed
      // them. That command checks the types of these apps itself.
      "backend/compat/apps/",
      "backend/compat/.cache/",
      "convex/_generated/",
      "playwright-report/",
      "test-results/",
    ],
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports" },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/only-throw-error": "error",
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: globals.node, sourceType: "module" },
  },
  {
    files: ["src/oldBrowser.js"],
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
  },
  {
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convexPlugin },
    rules: {
      ...convexPlugin.configs.recommended[0].rules,
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/import-wrong-runtime": "error",
      ...forbid([
        ["**/src/**", "**/backend/**", "!@zxcvbn-ts/language-common/src/**"],
        "convex/ imports nothing of the app or the backend that hosts it.",
      ]),
    },
  },
  {
    // These run in Node themselves, which the rule does not look at.
    files: ["convex/previewPictures.ts", "convex/model/previews/*.ts"],
    rules: { "@convex-dev/import-wrong-runtime": "off" },
  },
  {
    files: ["convex/**/*.test.ts", "convex/testing/*.ts"],
    rules: { "@convex-dev/no-collect-in-query": "off" },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat["recommended-latest"]],
    rules: {
      // An import of nothing but types must vanish, or it pulls a chunk along.
      "@typescript-eslint/no-import-type-side-effects": "error",
      ...forbid(
        [
          ["**/backend/**", "gully-backend*"],
          "the app does not know what hosts it.",
        ],
        [
          "^\\.\\.?/(.*/)?convex/(?!_generated/|shared/)",
          "take only _generated and shared from convex/.",
        ],
      ),
    },
  },
  {
    files: ["backend/**/*.ts"],
    rules: forbid([
      "^\\.\\.?/(.*/)?(convex/_generated|\\.\\./src/(.*/)?features)/",
      "the backend knows nothing of the product.",
    ]),
  },
  {
    files: ["{launcher,scripts,site,demo,bench,e2e}/**/*.ts", "*.config.ts"],
    // These write to the database directly, before or between runs of the app.
    // The package should not offer that to anyone else.
    ignores: ["bench/vectors/filled.ts", "e2e/storedData.ts"],
    rules: forbid([
      "^\\.\\.?/(.*/)?backend/",
      "import the backend by name: gully-backend; its package.json lists what there is.",
    ]),
  },
  {
    files: [
      "backend/src/main.ts",
      "{launcher,demo,scripts,bench,lint}/**/*.ts",
    ],
    rules: { "no-console": "off" },
  },
);
