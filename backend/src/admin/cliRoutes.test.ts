import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { APP, CliApp } from "../../test/support/cliApp.ts";
import { DiskFileStore } from "../files/diskFileStore.ts";
import { ADMIN } from "../runtime/contract/callers.ts";
import { createRuntime } from "../runtime/main/createRuntime.ts";
import type { PushOptions } from "../push/pushOptions.ts";
import type { JsonRoutes } from "../http/route.ts";
import { createCliRoutes } from "./cliRoutes.ts";

const URL_OF_TEST = "http://127.0.0.1:3210";

let app: CliApp;
let body: { appDefinition: { schema: { source: string } } };

beforeAll(async () => {
  app = await CliApp.create({
    ...APP,
    "convex/convex.config.ts": `
      import { defineApp } from "convex/server";
      export default defineApp();`,
  });
  body = (await app.pushBody()) as typeof body;
});

afterAll(() => app[Symbol.asyncDispose]());

async function makeWorld(overrides: Partial<PushOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "routes-"));
  const options = {
    dataDir,
    appRoot: app.directory,
    cloudUrl: URL_OF_TEST,
    siteUrl: URL_OF_TEST,
    isProduction: false,
    functionTimeoutMs: 60_000,
    actionTimeoutMs: 60_000,
    functionMemoryMib: 1024,
    systemQueriesModule: import.meta.resolve("./systemQueries.ts"),
    ...overrides,
  };
  await mkdir(join(dataDir, "modules", "left-behind"), { recursive: true });
  const files = new DiskFileStore(join(dataDir, "storage"));
  await files.prepare();
  const runtime = await createRuntime(options, files);
  onTestFinished(async () => {
    await runtime.close();
    await rm(dataDir, { recursive: true });
  });
  const routes = createCliRoutes(runtime, options);
  const call = callerOf(routes);
  const start = (changed: unknown = body) =>
    call("POST /api/deploy2/start_push", changed) as Promise<StartedPush>;
  const finish = (startPush: unknown, dryRun = false) =>
    call("POST /api/deploy2/finish_push", { startPush, dryRun });
  return {
    runtime,
    call,
    start,
    finish,
    push: async () => finish(await start()),
    moduleDirectories: () => readdir(join(dataDir, "modules")),
    run: (path: string, args = {}) =>
      runtime.runAny({ component: "", path, args, caller: ADMIN }),
  };
}

interface StartedPush {
  readonly schemaChange: {
    readonly schemaIds: { readonly push: string };
    readonly indexDiffs: Readonly<Record<string, unknown>>;
  };
}

function callerOf(routes: JsonRoutes) {
  return async (name: keyof JsonRoutes, requestBody: unknown) => {
    const route = routes[name];
    if (route === undefined) throw new Error(`There is no ${name}.`);
    return await route({ body: requestBody, query: new URLSearchParams() });
  };
}

function withSchema(from: string, to: string): unknown {
  const { schema } = body.appDefinition;
  const source = schema.source.replace(from, to);
  expect(source).not.toBe(schema.source);
  const changed = { ...schema, source };
  return { ...body, appDefinition: { ...body.appDefinition, schema: changed } };
}

test("a push goes live when it is finished, not when it is started", async () => {
  const { runtime, start, finish, run } = await makeWorld();
  const started = await start();
  expect(runtime.deployment).toBeNull();
  await finish(started);
  expect(await run("messages:list")).toMatchObject({
    ok: true,
    valueJson: "[]",
  });
});

test("a dry run changes nothing and leaves no files", async () => {
  const { runtime, start, finish, moduleDirectories } = await makeWorld();
  expect(await finish(await start(), true)).toMatchObject({
    componentDiffs: {
      "": {
        diffType: { type: "create" },
        cronDiff: { added: ["tick"] },
        indexDiff: { added_indexes: [{ name: "messages.by_author" }] },
      },
    },
  });
  expect(runtime.deployment).toBeNull();
  expect(await moduleDirectories()).toEqual([]);
});

test("a push can be finished only once", async () => {
  const { start, finish } = await makeWorld();
  const started = await start();
  await finish(started);
  await expect(finish(started)).rejects.toMatchObject({ code: "PushExpired" });
});

test("if two pushes start together, the second to finish must retry", async () => {
  const { runtime, start, finish } = await makeWorld();
  const [first, second] = [await start(), await start()];
  const results = await Promise.allSettled([finish(first), finish(second)]);
  expect(results).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "RaceDetected" } },
  ]);
  expect(runtime.deployment?.id).toBe(first.schemaChange.schemaIds.push);
});

test("a push evaluated with other variables must retry", async () => {
  const { call, start, finish } = await makeWorld();
  const started = await start();
  const changes = [{ name: "A", value: "1" }];
  await call("POST /api/update_environment_variables", { changes });
  await expect(finish(started)).rejects.toMatchObject({ code: "RaceDetected" });
});

test("an unfinished push expires with its files", async () => {
  const { call, start, moduleDirectories } = await makeWorld({
    pendingLifetimeMs: 1,
  });
  const { schemaChange } = await start();
  await expect.poll(moduleDirectories).toEqual([]);
  await expect(
    call("POST /api/deploy2/wait_for_schema", { schemaChange }),
  ).rejects.toMatchObject({ code: "PushExpired" });
});

test("the files of the active and the previous deployment stay", async () => {
  const { runtime, push, moduleDirectories } = await makeWorld();
  await push();
  await push();
  const before = runtime.deployment?.id;
  await push();
  expect((await moduleDirectories()).toSorted()).toEqual(
    [before, runtime.deployment?.id].toSorted(),
  );
});

test("documents that violate the schema are reported, then stop the push", async () => {
  const { call, runtime, push, start, finish, run } = await makeWorld();
  await push();
  const live = runtime.deployment?.id;
  await run("messages:send", { body: "text" });
  const started = await start(
    withSchema("body: s.string()", "body: s.number()"),
  );
  const { schemaChange } = started;
  expect(
    await call("POST /api/deploy2/wait_for_schema", { schemaChange }),
  ).toMatchObject({ type: "failed", componentPath: "", tableName: "messages" });
  await expect(finish(started)).rejects.toMatchObject({
    code: "SchemaViolation",
  });
  expect(runtime.deployment?.id).toBe(live);
});

test("evaluate_schema predicts added and dropped indexes with their sizes", async () => {
  const { call, push, run } = await makeWorld();
  await push();
  await run("messages:send", { body: "one" });
  await run("messages:send", { body: "two" });
  const changed = withSchema('"by_author"', '"by_writer"');
  const prediction = await call("POST /api/deploy2/evaluate_schema", changed);
  expect(prediction).toEqual({
    newComponentDefinitions: [],
    componentSchemaEvaluations: {
      "": {
        definitionPath: "",
        schemaValidation: true,
        tables: [],
        indexes: [
          {
            name: "messages.by_writer",
            type: "database",
            fields: ["author", "_creationTime"],
            change: "added",
            needsBackfill: true,
            numDocs: 2,
          },
          expect.objectContaining({
            name: "messages.by_author",
            change: "dropped",
            numDocs: 2,
          }),
        ],
      },
    },
  });
});

test("a change of variables that breaks auth.config.ts is refused as a whole", async () => {
  const { call, runtime, start, finish } = await makeWorld();
  const setAll = (changes: { name: string; value: string | null }[]) =>
    call("POST /api/update_environment_variables", { changes });
  await setAll([{ name: "ISSUER", value: "https://one.example.org" }]);
  const authConfig = {
    path: "auth.config.js",
    environment: "isolate",
    source:
      "export default {providers: [{domain: process.env.ISSUER, applicationID: 'a'}]};",
  };
  const { appDefinition } = body as unknown as {
    appDefinition: { changedModules: { path: string }[] };
  };
  const changedModules = [
    ...appDefinition.changedModules.filter(
      ({ path }) => path !== authConfig.path,
    ),
    authConfig,
  ];
  await finish(
    await start({
      ...body,
      appDefinition: { ...appDefinition, changedModules },
    }),
  );
  const domains = () =>
    runtime.deployment?.authProviders.map((provider) =>
      provider.type === "oidc" ? provider.domain : provider.issuer,
    );
  expect(domains()).toEqual(["https://one.example.org"]);

  await setAll([{ name: "ISSUER", value: "https://two.example.org" }]);
  expect(domains()).toEqual(["https://two.example.org"]);

  const both = [
    { name: "ISSUER", value: null },
    { name: "OTHER", value: "x" },
  ];
  await expect(setAll(both)).rejects.toMatchObject({
    code: "AuthConfigMissingEnvironmentVariable",
  });
  expect(runtime.environment).toEqual({ ISSUER: "https://two.example.org" });
});

test("a body that is not a push is refused with the name of the field", async () => {
  const { start } = await makeWorld();
  await expect(start({ dryRun: false })).rejects.toMatchObject({
    status: 400,
    message: "body.appDefinition must be an object.",
  });
});

test("a push of an older CLI, which always sends every module, replaces the code", async () => {
  const { push, start, finish, run } = await makeWorld();
  await push();
  const { appDefinition } = body as unknown as {
    appDefinition: {
      changedModules: { path: string }[];
      unchangedModuleHashes: unknown[];
    };
  };
  const { changedModules, unchangedModuleHashes, ...rest } = appDefinition;
  expect(unchangedModuleHashes).toEqual([]);
  const functions = changedModules.filter(({ path }) => path !== "mail.js");
  await finish(await start({ ...body, appDefinition: { ...rest, functions } }));
  expect(await run("messages:list")).toMatchObject({ ok: true });
  expect(await run("mail:kind")).toMatchObject({ ok: false });
});

test.each(["POST /api/prepare_schema", "POST /api/push_config"] as const)(
  "%s, used by older CLIs, answers with the version required",
  async (route) => {
    const { call } = await makeWorld();
    await expect(call(route, { adminKey: "x" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        "the convex package 1.28 or newer",
      ) as string,
    });
  },
);
