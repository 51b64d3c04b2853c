import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ADMIN } from "../contract/callers.ts";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const NOTES = `
export const add = mutation((ctx, { body }) => ctx.db.insert("notes", { body }));
export const hold = mutation(async (ctx, { file }) => {
  const { existsSync, writeFileSync } = await import("node:fs");
  writeFileSync(file, "");
  while (existsSync(file));
});
export const count = query(async (ctx) => (await ctx.db.query("notes").collect()).length);
export const throws = query(async () => { console.log("inside"); throw new Error("a secret path"); });
export const refuses = query(async () => { throw new ConvexError("told"); });
export const jobs = query((ctx) => ctx.db.system.query("_jobs").collect());
export const store = mutation((ctx) => ctx.storage.store(new Blob(["x"])));
export const sign = mutation((ctx) => ctx.auth.signJwt({ payload: {}, expiresInSeconds: 60 }));
export const audit = action(async () => { await log.audit({ event: "x" }); return "audited"; });
export const timed = query(() => { console.time("a"); console.timeEnd("a"); console.timeEnd("a"); });
`;

describe("refusals", () => {
  let app: TestApp;
  afterEach(() => app.stop());

  test("a full disk refuses mutations, and the server keeps running", async () => {
    app = await TestApp.start(
      { "": { "notes.js": NOTES } },
      { maxDatabaseBytes: 2_000_000 },
    );
    app.runtime.subscribe(1, callOf("notes:count"), null);
    await eventually(() => app.latest(1));
    const body = "x".repeat(500_000);
    let stored = 0;
    let refusal = "";
    while (refusal === "") {
      const outcomes = await Promise.all(
        [1, 2].map(() =>
          app.runtime.runMutation(callOf("notes:add", { body })),
        ),
      );
      for (const outcome of outcomes) {
        if (outcome.ok) stored += 1;
        else refusal = outcome.errorMessage;
      }
    }
    expect(refusal).toMatch(/disk is full/i);
    expect(await app.query("notes:count")).toBe(stored);
    await eventually(() => app.latestValue(1) === stored || null);
    await app.restart();
    expect(await app.query("notes:count")).toBe(stored);
  });

  test("a mutation that would wait longer than five seconds is refused, once more asked it is not", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    const add = callOf("notes:add", { body: "x" });
    const session = { sessionId: "one", requestId: 1 };
    const stored = await app.runtime.runMutation(add, session);

    const file = join(app.dataDir, "held");
    const holding = app.mutation("notes:hold", { file });
    await eventually(() => existsSync(file));
    const waiting = Promise.all([
      app.runtime.runMutation(add),
      app.runtime.runMutation(add, session),
      app.runtime.runMutation({ ...add, caller: ADMIN }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    await rm(file);
    await holding;
    const [refused, again, admin] = await waiting;
    expect(refused).toMatchObject({ errorData: { code: "RATE_LIMITED" } });
    expect(again).toEqual(stored);
    expect(admin.ok).toBe(true);
    expect((await app.runtime.runMutation(add)).ok).toBe(true);
    expect(await app.query("notes:count")).toBe(3);
  });

  test("in production, clients see only ConvexErrors and admins see all errors", async () => {
    app = await TestApp.start(
      { "": { "notes.js": NOTES } },
      { isProduction: true },
    );
    const asClient = await app.runtime.runQuery(callOf("notes:throws"));
    expect(asClient.logLines).toEqual([]);
    expect(asClient.ok ? "" : asClient.errorMessage).toMatch(
      /^\[Request ID: \w+\] Server Error$/,
    );
    expect(await app.runtime.runQuery(callOf("notes:refuses"))).toMatchObject({
      errorData: "told",
    });
    const asAdmin = await app.runtime.runQuery(
      callOf("notes:throws", {}, ADMIN),
    );
    expect(asAdmin).toMatchObject({ logLines: ["[LOG] 'inside'"] });
    expect(asAdmin.ok ? "" : asAdmin.errorMessage).toMatch("a secret path");
  });

  test("reports executions with their errors", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    const paths: string[] = [];
    app.runtime.onExecution((execution) => {
      paths.push(
        `${execution.udfType} ${execution.path} ${execution.error ?? "ok"}`,
      );
    });
    await app.mutation("notes:add", { body: "b" });
    await app.runtime.runQuery(callOf("notes:refuses"));
    expect(paths[0]).toBe("Mutation notes:add ok");
    expect(paths[1]).toMatch(/^Query notes:refuses Uncaught ConvexError: told/);
  });

  test("refuses tables of the engine and unknown syscalls", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    await expect(app.query("notes:jobs")).rejects.toThrow(
      'Table "_jobs" is private to the backend',
    );
  });

  test("refuses blobs in mutations and signed tokens by name", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    await expect(app.mutation("notes:store")).rejects.toThrow(
      "ctx.storage.store in mutations is not supported by the embedded backend",
    );
    await expect(app.mutation("notes:sign")).rejects.toThrow(
      "ctx.auth.signJwt is not supported by the embedded backend",
    );
  });

  test("accepts audit log entries without storing them, and logs timers", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    expect(await app.action("notes:audit")).toBe("audited");
    const { logLines } = await app.runtime.runQuery(callOf("notes:timed"));
    expect(logLines).toEqual([
      expect.stringMatching(/^\[INFO\] 'a: [\d.]+ms'$/),
      "[WARN] 'Timer 'a' does not exist'",
    ]);
  });

  test("a deployment that cannot be opened leaves the old one running", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    await app.mutation("notes:add", { body: "b" });
    const { deployment } = app.runtime;
    if (deployment === null) throw new Error("Nothing is deployed.");
    const broken = {
      ...deployment,
      id: "broken",
      schemas: [["", { tables: 5 }]] as never,
    };
    await expect(app.runtime.activate(broken)).rejects.toThrow();
    expect(app.runtime.deployment?.id).toBe(deployment.id);
    expect(await app.query("notes:count")).toBe(1);
  });

  test("finds violations of a schema before it is active", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    await app.mutation("notes:add", { body: "b" });
    const { deployment } = app.runtime;
    if (deployment === null) throw new Error("Nothing is deployed.");
    const documentType = {
      type: "object",
      value: { body: { fieldType: { type: "number" }, optional: false } },
    };
    const schema = {
      tables: [{ tableName: "notes", indexes: [], documentType }],
      schemaValidation: true,
    };
    const found = await app.runtime.findSchemaViolations({
      ...deployment,
      schemas: [["", schema]],
    });
    expect(found).toMatchObject([{ component: "", table: "notes" }]);
  });
});
