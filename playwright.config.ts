import { defineConfig } from "@playwright/test";
import { join } from "node:path";
import { ensureChromium } from "./scripts/chromium.ts";

const audio = join(import.meta.dirname, "e2e", "fixtures", "audio");

// Workers load this file too and inherit what the first search has found.
process.env.CHROME_PATH = ensureChromium((line) =>
  process.stderr.write(`${line}\n`),
);

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/startOnce.ts",
  // The machine's cores also run the app, its database and two or three pages.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Pictures and snapshots of every step would take a third of the time: TRACE=1 has them.
    trace:
      process.env.TRACE === "1"
        ? "retain-on-failure"
        : { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: [
        "--no-sandbox",
        "--autoplay-policy=no-user-gesture-required",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        `--use-file-for-fake-audio-capture=${join(audio, "mic-marker-48k-mono.wav")}`,
      ],
    },
  },
});
