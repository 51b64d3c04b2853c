/**
 * Prepares each test file that has a page. A test asks for a page in its first line with `//
 * @vitest-environment jsdom`; some tests with workers of their own have none.
 */
if (typeof window !== "undefined") (await import("./setupDom.ts")).setUpPage();

export {};
