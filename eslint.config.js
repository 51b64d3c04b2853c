import convexPlugin from "@convex-dev/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Import directions: each zone names what it must not reach for, and why. */
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
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convexPlugin },
    rules: {
      ...convexPlugin.configs.recommended[0].rules,
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/import-wrong-runtime": "error",
      ...forbid([
        ["**/src/**", "**/backend/**"],
        "convex/ imports nothing of the app or the backend that hosts it.",
      ]),
    },
  },
  {
    files: ["convex/**/*.test.ts", "convex/test.setup.ts"],
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
    files: ["src/audio/**/*.ts"],
    rules: forbid([
      ["**/features/**", "**/pages/**", "**/app/**", "**/components/**"],
      "audio/ is below the features.",
    ]),
  },
  {
    files: ["backend/**/*.ts"],
    rules: forbid([
      ["**/convex/_generated/**", "**/../src/**/features/**"],
      "the backend knows nothing of the product.",
    ]),
  },
  {
    files: ["backend/src/main.ts", "scripts/**/*.ts", "bench/**/*.ts"],
    rules: { "no-console": "off" },
  },
);
