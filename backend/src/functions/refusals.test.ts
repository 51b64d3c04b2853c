import { afterEach, describe, expect, test } from "vitest";
import { ADMIN } from "./callers.ts";
import { callOf, eventually, TestApp } from "./testing/fixtureApp.ts";

const NOTES = `
export const add = mutation((ctx, { body }) => ctx.db.insert("notes", { body }));
export const count = query(async (ctx) => (await ctx.db.query("notes").collect()).length);
export const throws = query(async () => { console.log("inside"); throw new Error("a secret path"); });
export const refuses = query(async () => { throw new ConvexError("told"); });
export const jobs = query((ctx) => ctx.db.system.query("_jobs").collect());
export const vector = action((ctx) => ctx.vectorSearch("notes", "by_x", { vector: [1], limit: 1 }));
`;

describe("what is refused", () => {
  let app: TestApp;
  afterEach(() => app.stop());

  test("a full disk refuses mutations, and the server lives on", async () => {
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

  test("in production clients learn of ConvexErrors only, admins of all", async () => {
    app = await TestApp.start(
      { "": { "notes.js": NOTES } },
      { isProduction: true },
    );
    const told = await app.runtime.runQuery(callOf("notes:throws"));
    expect(told.logLines).toEqual([]);
    expect(told.ok ? "" : told.errorMessage).toMatch(
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

  test("executions are reported with their errors", async () => {
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

  test("tables of the engine and unknown syscalls are refused", async () => {
    app = await TestApp.start({ "": { "notes.js": NOTES } });
    await expect(app.query("notes:jobs")).rejects.toThrow(
      'Table "_jobs" is private to the backend',
    );
    await expect(app.action("notes:vector")).rejects.toThrow(
      "Vector search is not supported by the embedded backend",
    );
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

  test("violations of a schema are found before it is active", async () => {
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
