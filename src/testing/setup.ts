/**
 * Prepares each test file. Most tests compute and need no page: loading jsdom
 * for each of them would cost more than the tests. A file that needs a page asks
 * for it in its first line with `// @vitest-environment jsdom`.
 */
if (typeof window !== "undefined") (await import("./setupDom.ts")).setUpPage();

export {};
