import type { Project } from "@playwright/test";
import {
  type EngineName,
  ensureEngines,
  missingEngines,
} from "../../tools/scripts/engines.ts";
import type { EngineOptions } from "./story.ts";

/**
 * Returns the Playwright projects: one for each engine, and one for the tests
 * that need several engines.
 *
 * On a developer's machine, a missing engine is reported through `say` and left
 * out. In CI its tests stay and fail, because nobody would read the report.
 */
export function engineProjects(
  say: (line: string) => void,
): Project<object, EngineOptions>[] {
  const findings = ensureEngines(say);
  for (const line of missingEngines(findings)) say(line);
  const isThere = (name: EngineName) =>
    name === "chromium" ||
    findings[name].missing === null ||
    process.env.CI === "true";
  const engines = (["chromium", "firefox", "webkit"] as const).filter(isThere);
  return [
    // Starts first because it is one long test; the others run in parallel.
    {
      name: "across engines",
      testMatch: /engines\/across\/[^/]+\.spec\.ts$/,
      use: { engineNames: engines },
    },
    ...engines.map((name) => ({
      name,
      testMatch: /engines\/[^/]+\.spec\.ts$/,
      use: { engineName: name },
    })),
  ];
}
