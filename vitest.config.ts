import react from "@vitejs/plugin-react";
import { STEADY_WRAPPERS } from "gully-backend/process";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** All other tests share workers: starting one takes longer than most files. */
const ON_THEIR_OWN = [
  // A module that others have loaded cannot be watched.
  "backend/src/database/queryPlans.test.ts",
  // It adds a field to the schema.
  "convex/shared/addedFact.test.ts",
  // Others have made hashes cheap.
  "convex/model/accounts/passwords.test.ts",
  // They test what the screen shows before a module has loaded. In a shared worker, another file
  // may have loaded it.
  "src/components/Toasts/Toasts.test.tsx",
  "src/features/recorder/UnsentTakes/TakesSlot.test.tsx",
  // Their pretended client would not reach a module that another file has loaded.
  ...filesThat("src/**/*.test.{ts,tsx}", (text) =>
    text.includes('vi.mock("convex/react"'),
  ),
];

/** A worker that changes between files with a page and files without one starts over each time. */
const WITH_A_PAGE = filesThat("src/**/*.test.{ts,tsx}", (text) =>
  text.startsWith("// @vitest-environment jsdom"),
);

/** They start the threads that run functions, most of them for each test. */
const ON_A_RUNTIME = filesThat("backend/src/**/*.test.ts", (text) =>
  text.includes('/fixtureApp.ts"'),
);

function filesThat(pattern: string, has: (text: string) => boolean): string[] {
  const cwd = import.meta.dirname;
  return globSync(pattern, { cwd }).filter((file) =>
    has(readFileSync(`${cwd}/${file}`, "utf8")),
  );
}

export default defineConfig({
  test: {
    execArgv: [STEADY_WRAPPERS],
    isolate: false,
    // The default keeps one core for others.
    maxWorkers: "100%",
    // Only a test that fails waits this long, and a busy machine may need minutes to start servers.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default of one second is too short where every core is at work.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "convex",
          environment: "edge-runtime",
          include: ["convex/**/*.test.ts"],
          // Nothing is live in convex-test, and no two calls run at once.
          exclude: [
            ...["convex/liveQueries.test.ts", "convex/races.test.ts"],
            "convex/killedTurns.test.ts",
            ...ON_THEIR_OWN,
          ],
          server: { deps: { inline: ["convex-test"] } },
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
              replacement: `${import.meta.dirname}/backend/test/support/convexTest/convexTest.ts`,
            },
          ],
        },
        test: {
          name: "embedded",
          environment: "node",
          include: [
            "convex/*.test.ts",
            "convex/model/{profiles/artistSearch,lists/pages,rateLimits/rateLimits}.test.ts",
            "convex/testing/world.test.ts",
          ],
          // The first only reads source texts. The next expect the address that
          // convex-test gives HTTP actions; e2e/listen.spec.ts reads the same pages. One
          // steps between an action and its storage, which a server does not let it. The
          // last run the jobs of turns by a clock of their own, which a server does not have.
          exclude: [
            "convex/functions.test.ts",
            "convex/listen.test.ts",
            "convex/listenCypher.test.ts",
            "convex/siteMaps.test.ts",
            "convex/signedOutUploads.test.ts",
            "convex/announced.test.ts",
            "convex/cypherEnds.test.ts",
            "convex/heldMics.test.ts",
            "convex/live.test.ts",
            "convex/liveEnds.test.ts",
            "convex/micMails.test.ts",
            "convex/rooms.test.ts",
            "convex/turns.test.ts",
            "convex/turnTruth.test.ts",
          ],
          globalSetup: ["backend/test/support/convexTest/globalSetup.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "src",
          environment: "node",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [...ON_THEIR_OWN, ...WITH_A_PAGE],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "pages",
          environment: "jsdom",
          include: WITH_A_PAGE,
          exclude: ON_THEIR_OWN,
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "own-worker",
          isolate: true,
          environment: "node",
          include: ON_THEIR_OWN,
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "backend",
          environment: "node",
          include: ["backend/{compat,src,faults}/**/*.test.ts"],
          exclude: [
            ...["**/node_modules/**", "**/.cache/**"],
            ...[...ON_THEIR_OWN, ...ON_A_RUNTIME],
          ],
        },
      },
      {
        extends: true,
        test: { name: "runtime", environment: "node", include: ON_A_RUNTIME },
      },
      {
        extends: true,
        test: {
          name: "tools",
          environment: "node",
          include: ["{launcher,tools,e2e}/**/*.test.ts"],
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
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          environment: "node",
          include: ["backend/test/**/*.test.ts"],
          exclude: ["backend/test/behaviours/**"],
          globalSetup: ["backend/test/support/deployedData.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
