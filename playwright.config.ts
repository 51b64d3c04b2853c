import { defineConfig } from "@playwright/test";
import { CALM } from "./e2e/calm.ts";
import { microphoneArguments } from "./e2e/microphoneArguments.ts";
import { engineProjects } from "./e2e/engines/engineProjects.ts";
import type { EngineOptions } from "./e2e/engines/story.ts";
import { ensureBrowsers } from "./tools/scripts/chromium.ts";

// Each worker loads this file again: the run says everything once.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const say = (line: string) => {
  if (!isWorker) process.stderr.write(`${line}\n`);
};

// Workers load this file too and inherit what the first search has found.
const browsers = ensureBrowsers(say);
Object.assign(process.env, browsers);

export default defineConfig<object, EngineOptions>({
  testDir: "e2e",
  projects: [
    // First, because they are long: at the end, short ones keep all workers busy.
    ...engineProjects(say),
    // Stories wait for sound half of the time, so two cores carry three of them.
    { name: "stories", testMatch: /e2e\/[^/]+\.spec\.ts$/, workers: 3 },
  ],
  globalSetup: "./e2e/startOnce.ts",
  // Those of the engines wait for their browsers too.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // Stories play and record in real time; another load on the machine can disturb one.
  // `npm test` names those that needed a second try, with the reason, and fails if they are many.
  retries: 1,
  // Generous: only a story that fails waits so long, and machines differ in speed.
  timeout: 300_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    contextOptions: CALM,
    // It would answer before a story's own routes. `startsOffline.spec.ts` lets it run, and so do
    // the stories in `e2e/engines/`.
    serviceWorkers: "block",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Pictures and snapshots of every step would take a third of the time: TRACE=1 has them.
    trace:
      process.env.TRACE === "1"
        ? "retain-on-failure"
        : { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browsers.HEADLESS_SHELL_PATH,
      args: [
        "--no-sandbox",
        "--autoplay-policy=no-user-gesture-required",
        ...microphoneArguments,
      ],
    },
  },
});
