import type { OxlintConfig } from "oxlint";
import { NEWER_GLOBALS, NEWER_PROPERTIES } from "./tools/lint/newerBuiltIns.ts";

/**
 * What the parts of the project must not import from each other. A later block of
 * the config replaces this rule of an earlier one, so each folder has one block.
 * The order of folders inside a part is in tools/lint/layers.ts.
 */
const forbid = (
  ...patterns: readonly (readonly [string | string[], string])[]
): NonNullable<OxlintConfig["rules"]> => ({
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

/** What typescript-eslint recommends, beyond the rules that find plain mistakes. */
const TYPE_RULES = [
  "ban-ts-comment",
  "no-empty-object-type",
  "no-explicit-any",
  "no-implied-eval",
  "no-misused-promises",
  "no-namespace",
  "no-require-imports",
  "no-unnecessary-type-assertion",
  "no-unnecessary-type-constraint",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-function-type",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "only-throw-error",
  "prefer-promise-reject-errors",
  "restrict-plus-operands",
] as const;

const config: OxlintConfig = {
  options: { typeAware: true, denyWarnings: true },
  // All rules of this category are errors, also those of the React compiler.
  categories: { correctness: "error" },
  plugins: ["typescript", "react", "oxc"],
  env: { builtin: true },
  ignorePatterns: [
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
  rules: {
    "max-lines": ["error", { max: 400 }],
    "no-console": "error",
    "no-unused-vars": [
      "error",
      {
        argsIgnorePattern: "^_",
        varsIgnorePattern: "^_",
        caughtErrors: "none",
      },
    ],
    // TypeScript finds these itself, and knows more of the code.
    "constructor-super": "off",
    "no-unused-private-class-members": "off",
    // Texts are split into code points on purpose.
    "typescript/no-misused-spread": "off",
    // Numbers and texts are sorted by their code units on purpose.
    "typescript/require-array-sort-compare": "off",
    // A class of characters may list modifiers one by one.
    "no-misleading-character-class": "off",
    // Playwright wants `({}, use)` from fixtures that need no other.
    "no-empty-pattern": "off",
    // Control characters are what some checks look for.
    "no-control-regex": "off",
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...Object.fromEntries(
          TYPE_RULES.map((rule) => [`typescript/${rule}`, "error"]),
        ),
        "no-array-constructor": "error",
        "no-var": "error",
        "prefer-const": "error",
        "prefer-rest-params": "error",
        "typescript/consistent-type-imports": [
          "error",
          { fixStyle: "inline-type-imports" },
        ],
        "typescript/restrict-template-expressions": [
          "error",
          { allowNumber: true, allowBoolean: true },
        ],
      },
    },
    { files: ["**/*.{js,mjs}"], env: { node: true } },
    {
      files: ["convex/**/*.ts"],
      rules: forbid([
        ["**/src/**", "**/backend/**", "!@zxcvbn-ts/language-common/src/**"],
        "convex/ imports nothing of the app or the backend that hosts it.",
      ]),
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/unsupported-syntax": "error",
        // An import of nothing but types must vanish, or it pulls a chunk along.
        "typescript/no-import-type-side-effects": "error",
        ...forbid(
          [
            ["**/backend/**", "gully-backend*"],
            "the app does not know what hosts it.",
          ],
          [
            // Anything but the two folders. These patterns cannot look ahead.
            "^\\.\\.?/(.*/)?convex/([^_s]|_[^g]|s[^h])",
            "take only _generated and shared from convex/.",
          ],
        ),
      },
    },
    {
      // What runs in browsers.
      files: ["src/**/*.{ts,tsx}", "convex/shared/**/*.ts"],
      excludeFiles: ["**/*.test.{ts,tsx}", "src/testing/**"],
      rules: {
        "no-restricted-globals": ["error", ...NEWER_GLOBALS],
        "no-restricted-properties": ["error", ...NEWER_PROPERTIES],
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
      files: ["{launcher,tools,e2e}/**/*.ts", "*.config.ts"],
      rules: forbid([
        "^\\.\\.?/(.*/)?backend/",
        "import the backend by name: gully-backend; its package.json lists what there is.",
      ]),
    },
    {
      // It writes to the database directly, between runs of the app. The package
      // should not offer that to anyone else.
      files: ["e2e/storedData.ts"],
      rules: { "no-restricted-imports": "off" },
    },
    {
      files: [
        "backend/src/main.ts",
        "launcher/**/*.{ts,mjs}",
        "tools/{demo,scripts,bench,lint}/**/*.ts",
      ],
      rules: { "no-console": "off" },
    },
  ],
};

export default config;
