import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { ConvexError } from "convex/values";
import type { CompatCase } from "../harness/compatCase.ts";

const MINUTE_MS = 60_000;

interface Answer {
  readonly ok: boolean;
  readonly retryAfter?: number;
}

export const rateLimiter: CompatCase = {
  component: "rate-limiter",
  checks: [
    {
      functions: ["limit"],
      name: "lets two calls pass a token bucket of two and tells the third when to retry",
      run: async (app) => {
        const limit = () =>
          app.mutation("limits:limit", { name: "bucket" }) as Promise<Answer>;
        const answers = [await limit(), await limit(), await limit()];
        deepEqual(
          answers.map((answer) => answer.ok),
          [true, true, false],
        );
        const retryAfter = answers[2]?.retryAfter ?? 0;
        ok(retryAfter > 0 && retryAfter <= MINUTE_MS / 2, `${retryAfter} ms`);
      },
    },
    {
      functions: ["limit"],
      name: "keeps a separate bucket for each key",
      run: async (app) => {
        const args = { name: "bucket", key: "other", count: 2 };
        equal(((await app.mutation("limits:limit", args)) as Answer).ok, true);
      },
    },
    {
      functions: ["check"],
      name: "takes no tokens for a check",
      run: async (app) => {
        const args = { name: "bucket", key: "checked", count: 2 };
        for (let times = 0; times < 3; times++) {
          equal(((await app.query("limits:check", args)) as Answer).ok, true);
        }
      },
    },
    {
      functions: ["limit"],
      name: "throws a ConvexError of kind RateLimited with throws: true",
      run: async (app) => {
        await rejects(
          app.mutation("limits:limit", { name: "bucket", throws: true }),
          (error) =>
            error instanceof ConvexError &&
            (error.data as { kind?: string }).kind === "RateLimited",
        );
      },
    },
    {
      functions: ["limit"],
      name: "rejects calls over the rate of a fixed window until it ends",
      run: async (app) => {
        const limit = (count: number) =>
          app.mutation("limits:limit", {
            name: "window",
            count,
          }) as Promise<Answer>;
        // These calls may span two windows, which allow at most two of the
        // three.
        const answer = await limit(2);
        const more = answer.ok ? await limit(2) : answer;
        const last = more.ok ? await limit(2) : more;
        equal(last.ok, false);
        ok((last.retryAfter ?? 0) <= MINUTE_MS);
      },
    },
    {
      functions: ["limit"],
      name: "accepts a reservation and says when it may be used",
      run: async (app) => {
        const args = { name: "bucket", key: "reserved", count: 2 };
        await app.mutation("limits:limit", args);
        const answer = (await app.mutation("limits:limit", {
          ...args,
          count: 1,
          reserve: true,
        })) as Answer;
        equal(answer.ok, true);
        ok((answer.retryAfter ?? 0) > 0);
      },
    },
    {
      functions: ["reset", "getValue"],
      name: "fills the bucket on reset",
      run: async (app) => {
        equal(await app.query("limits:value", { name: "bucket" }), 0);
        await app.mutation("limits:reset", { name: "bucket" });
        equal(await app.query("limits:value", { name: "bucket" }), 2);
      },
    },
    {
      functions: ["limit", "getValue"],
      name: "takes 40 tokens at once from four shards",
      run: async (app) => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, () =>
            app.mutation("limits:limit", { name: "sharded" }),
          ),
        );
        equal(answers.filter((answer) => (answer as Answer).ok).length, 40);
      },
    },
    {
      functions: ["limit", "getValue"],
      name: "applies asynchronous updates in the component's worker",
      run: async (app) => {
        const args = { name: "later", key: "someone" };
        await app.mutation("limits:limit", { ...args, count: 2 });
        await app.becomes("limits:value", args, 1);
        await app.mutation("limits:reset", args);
        await app.becomes("limits:value", args, 3);
      },
    },
    {
      functions: ["hookAPI"],
      name: "returns value and server time for the React hook",
      run: async (app) => {
        const value = (await app.query("limits:getRateLimit")) as {
          value: number;
          config: { rate: number };
        };
        deepEqual([value.value, value.config.rate], [2, 2]);
        const now = (await app.mutation("limits:getServerTime")) as number;
        ok(Math.abs(now - Date.now()) < MINUTE_MS);
      },
    },
  ],
};
