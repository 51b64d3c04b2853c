import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Left alone, one core is kept for others.
    maxWorkers: "100%",
    // Left alone, a second: too short where every core is at work.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "convex",
          environment: "edge-runtime",
          include: ["convex/**/*.test.ts"],
          // Nothing is live in convex-test.
          exclude: ["convex/liveQueries.test.ts"],
          server: { deps: { inline: ["convex-test"] } },
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        // The same tests again, on the backend of this repository: those that call
        // functions. The rest of them computes alone, or counts reads of its own.
        resolve: {
          alias: [
            {
              find: /^convex-test$/,
              replacement: `${import.meta.dirname}/backend/test/convexTest/convexTest.ts`,
            },
          ],
        },
        test: {
          name: "embedded",
          environment: "node",
          include: [
            "convex/*.test.ts",
            "convex/model/{artistSearch,pages,rateLimits}.test.ts",
          ],
          exclude: ["convex/{functions,permissions}.test.ts"],
          globalSetup: ["backend/test/convexTest/globalSetup.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "src",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["src/testing/setup.ts"],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "backend",
          environment: "node",
          include: ["backend/{src,faults}/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "tools",
          environment: "node",
          include: ["{scripts,e2e,bench}/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        // Each case on convex-test and on the backend of this repository.
        test: {
          name: "behaviours",
          environment: "node",
          include: ["backend/test/behaviours/**/*.test.ts"],
          server: { deps: { inline: ["convex-test"] } },
          globalSetup: ["backend/test/behaviours/harness/globalSetup.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          environment: "node",
          include: ["backend/test/**/*.test.ts"],
          exclude: ["backend/test/behaviours/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
