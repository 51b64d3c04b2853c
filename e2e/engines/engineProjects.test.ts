import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { engineProjects } from "./engineProjects.ts";

const MISSING = "WebKitWebDriver not found, and apt-get needs root";

beforeEach(() => {
  const found = {
    firefox: { path: "/usr/bin/firefox-esr", missing: null },
    webkit: { path: null, missing: MISSING },
  };
  vi.stubEnv("ENGINES_FOUND", JSON.stringify(found));
});
afterEach(() => vi.unstubAllEnvs());

const names = (say: (line: string) => void) =>
  engineProjects(say).map(({ name }) => name);

test("skips a missing engine on a developer's machine and says so", () => {
  vi.stubEnv("CI", "");
  const say = vi.fn();
  expect(names(say)).toEqual(["across engines", "chromium", "firefox"]);
  expect(say).toHaveBeenCalledExactlyOnceWith(`No webkit stories: ${MISSING}`);
});

test("keeps the tests of a missing engine in CI, so that they fail", () => {
  vi.stubEnv("CI", "true");
  const every = ["across engines", "chromium", "firefox", "webkit"];
  expect(names(vi.fn())).toEqual(every);
});
