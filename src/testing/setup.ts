/**
 * Prepares each test file with a page, which asks for it in its first line with
 * `// @vitest-environment jsdom`. Some files with workers of their own have none.
 */
if (typeof window !== "undefined") (await import("./setupDom.ts")).setUpPage();

export {};
