import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP, CliApp } from "../../test/support/cliApp.ts";
import type { Deployment } from "../runtime/contract/runtime.ts";
import { recordOf } from "./deploymentRecord.ts";
import {
  type EvaluationContext,
  evaluateAuthProviders,
  evaluatePush,
  evaluateSchemas,
} from "./evaluatePush.ts";
import { parsePushRequest, type PushRequest } from "./pushRequest.ts";

const LIMITS = { timeoutMs: 20_000, allFilesMs: 120_000, memoryMb: 512 };
const SITE_URL = "http://127.0.0.1:3210";

let app: CliApp;
let dataDir: string;
let request: PushRequest;

beforeAll(async () => {
  app = await CliApp.create();
  dataDir = await mkdtemp(join(tmpdir(), "push-"));
  request = parsePushRequest(await app.pushBody());
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

function context(
  overrides: Partial<EvaluationContext> = {},
): EvaluationContext {
  return {
    modulesDir: dataDir,
    appRoot: app.directory,
    environment: { CONVEX_SITE_URL: SITE_URL, CONVEX_CLOUD_URL: SITE_URL },
    limits: LIMITS,
    onStuck: () => undefined,
    ...overrides,
  };
}

/**
 * Returns the request with modules of the app replaced, in the form of the
 * CLI's bundles.
 */
function withModules(sources: Readonly<Record<string, string>>): PushRequest {
  const changed = Object.entries(sources).map(([path, source]) => ({
    path,
    source,
    sourceMap: undefined,
    environment: "isolate" as const,
  }));
  return {
    ...request,
    definitions: request.definitions.map((definition) =>
      definition.definitionPath === ""
        ? {
            ...definition,
            modules: [
              ...definition.modules.filter(({ path }) => !(path in sources)),
              ...changed,
            ],
          }
        : definition,
    ),
  };
}

function functionsOf(deployment: Deployment, module: string) {
  return deployment.components
    .find(({ path }) => path === "")
    ?.modules.find(({ path }) => path === module)?.functions;
}

describe("a bundle of the official CLI", () => {
  test("becomes a deployment with functions, routes, crons and providers", async () => {
    const deployment = await evaluatePush(request, null, context());

    expect(functionsOf(deployment, "messages.js")).toEqual([
      expect.objectContaining({
        name: "clear",
        udfType: "Mutation",
        visibility: "internal",
      }),
      expect.objectContaining({
        name: "list",
        udfType: "Query",
        visibility: "public",
      }),
      expect.objectContaining({
        name: "send",
        args: JSON.stringify({
          type: "object",
          value: { body: { fieldType: { type: "string" }, optional: false } },
        }),
        returns: '{"type":"null"}',
      }),
      expect.objectContaining({ name: "sendLater" }),
      expect.objectContaining({ name: "uploadUrl" }),
    ]);
    expect(functionsOf(deployment, "mail.js")).toMatchObject([
      { name: "kind", udfType: "Action" },
    ]);
    expect(deployment.httpRoutes).toEqual([
      { method: "GET", path: "/hello" },
      { method: "POST", pathPrefix: "/files/" },
    ]);
    expect(deployment.components[0]?.crons).toEqual([
      [
        "tick",
        {
          name: "messages:uploadUrl",
          args: [{}],
          schedule: { type: "monthly", day: 29, hourUTC: 3, minuteUTC: 7 },
        },
      ],
    ]);
    expect(deployment.authProviders).toEqual([
      { type: "oidc", domain: SITE_URL, applicationID: "convex" },
    ]);
  });

  test("mounts every component, even two of the same definition", async () => {
    const deployment = await evaluatePush(request, null, context());
    const paths = deployment.components.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([
      "",
      "byAuthor",
      "byAuthor/batchWorker",
      "byBody",
      "byBody/batchWorker",
      "rateLimiter",
      "rateLimiter/batchWorker",
    ]);
    const [first, second] = ["byAuthor", "byBody"].map((path) =>
      deployment.components.find((component) => component.path === path),
    );
    expect(first?.definitionPath).toBe(second?.definitionPath);
    expect(first?.children).toEqual({ batchWorker: "byAuthor/batchWorker" });
    expect(new Map(deployment.schemas).get("byBody")).toMatchObject({
      schemaValidation: true,
    });
  });

  test("becomes plain JSON that survives storage", async () => {
    const deployment = await evaluatePush(request, null, context());
    expect(JSON.parse(JSON.stringify(deployment))).toEqual(deployment);
  });

  test("takes unchanged modules from the previous deployment", async () => {
    const before = await evaluatePush(request, null, context());
    const hashes = recordOf(before).appModules;
    const onlyHttp = (path: string) => path === "http.js";
    const incremental: PushRequest = {
      ...request,
      definitions: request.definitions.map((definition) =>
        definition.definitionPath === ""
          ? {
              ...definition,
              modules: definition.modules.filter(({ path }) => onlyHttp(path)),
            }
          : definition,
      ),
      unchangedModules: hashes
        .filter(({ path }) => !onlyHttp(path))
        .map(({ path, environment, hash }) => ({
          path,
          environment,
          sha256: hash,
        })),
    };
    const after = await evaluatePush(incremental, before, context());
    expect(new Set(recordOf(after).appModules)).toEqual(new Set(hashes));
    expect(functionsOf(after, "messages.js")).toHaveLength(5);

    const stale = incremental.unchangedModules.map((module) => ({
      ...module,
      sha256: "0".repeat(64),
    }));
    await expect(
      evaluatePush(
        { ...incremental, unchangedModules: stale },
        before,
        context(),
      ),
    ).rejects.toMatchObject({ status: 400, code: "RaceDetected" });
  });

  test("can be evaluated for its schemas alone, leaving no files", async () => {
    const modulesDir = join(dataDir, "schemas");
    const broken = withModules({ "messages.js": "throw new Error('no')" });
    const { schemas } = await evaluateSchemas(
      broken,
      null,
      context({ modulesDir }),
    );
    expect(new Map(schemas).get("")).toMatchObject({
      tables: [{ tableName: "messages" }],
    });
    expect(await readdir(modulesDir)).toEqual([]);
  });

  test("gets other providers when evaluated for another address", async () => {
    const deployment = await evaluatePush(request, null, context());
    const moved = context({ environment: { CONVEX_SITE_URL: "https://a.b" } });
    expect(await evaluateAuthProviders(deployment, moved)).toEqual([
      { type: "oidc", domain: "https://a.b", applicationID: "convex" },
    ]);
  });
});

describe("a mistake in the pushed code is reported with its file and cause", () => {
  test.each([
    [
      "an import that throws",
      { "broken.js": "throw new TypeError('boom')" },
      /^Failed to analyze broken\.js: Uncaught TypeError: boom\n/,
    ],
    [
      "an import of a missing file",
      { "broken.js": "import './_deps/NOTHING.js';" },
      /^Failed to analyze broken\.js: Uncaught Error.*: Cannot find module/,
    ],
    [
      "a syntax error",
      { "broken.js": "export const = 1;" },
      /^Failed to analyze broken\.js: Uncaught SyntaxError/,
    ],
    [
      "an exit",
      { "broken.js": "process.exit(3);" },
      /^Failed to analyze broken\.js: it ended the process with code 3\.$/,
    ],
    [
      "a call of Convex at the top level",
      { "broken.js": "Convex.syscall('1.0/get', '{}');" },
      /broken\.js.*1\.0\/get was called while the module was imported/,
    ],
    [
      "an http.js without a router",
      { "http.js": "export default {};" },
      /^http\.js must have a router/,
    ],
    [
      "an auth.config.js without providers",
      { "auth.config.js": "export default {};" },
      /^auth\.config\.js: the default export must be/,
    ],
    [
      "a provider without an application ID",
      { "auth.config.js": "export default {providers: [{domain: 'a'}]};" },
      /^auth\.config\.js: providers\[0\]\.applicationID must be a string/,
    ],
  ])("%s", async (_name, modules, message) => {
    const modulesDir = join(dataDir, "failing");
    await expect(
      evaluatePush(withModules(modules), null, context({ modulesDir })),
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message) as string,
    });
    expect(await readdir(modulesDir)).toEqual([]);
  });

  test("an endless loop is stopped", async () => {
    const endless = withModules({ "endless.js": "while (true);" });
    const limits = { ...LIMITS, timeoutMs: 6_000 };
    await expect(
      evaluatePush(endless, null, context({ limits })),
    ).rejects.toMatchObject({
      code: "EvaluationTimeout",
      message: expect.stringContaining("endless.js") as string,
    });
  });

  test("the time of a file begins when its thread has started", async () => {
    const endless = withModules({ "endless.js": "while (true);" });
    const limits = { ...LIMITS, timeoutMs: 1 };
    await expect(
      evaluatePush(endless, null, context({ limits })),
    ).rejects.toMatchObject({
      code: "EvaluationTimeout",
      message: expect.stringMatching(/^Importing \S+\.js took/) as string,
    });
  });

  test("each file has the whole time, also where all together take longer", async () => {
    const slow = "const end = Date.now() + 2_100; while (Date.now() < end);";
    const files = ["one", "two", "three"];
    const modules = withModules(
      Object.fromEntries(files.map((name) => [`${name}.js`, slow])),
    );
    const limits = { ...LIMITS, timeoutMs: 6_000 };
    await expect(
      evaluatePush(modules, null, context({ limits })),
    ).resolves.toBeDefined();
  });

  test("all files together have a time limit too, which blames no single file", async () => {
    const slow = "const end = Date.now() + 1_000; while (Date.now() < end);";
    const files = Array.from({ length: 5 }, (_, n) => `slow${n}.js`);
    const modules = withModules(
      Object.fromEntries(files.map((file) => [file, slow])),
    );
    const limits = { ...LIMITS, allFilesMs: 4_000 };
    await expect(
      evaluatePush(modules, null, context({ limits })),
    ).rejects.toMatchObject({
      code: "EvaluationTimeout",
      message: expect.stringMatching(
        /^Importing all files up to \S+\.js took longer than 4 s\./,
      ) as string,
    });
  });

  test("an unset variable in auth.config.ts gets the code that the CLI explains", async () => {
    const source =
      "export default {providers: [{domain: `https://${process.env.ISSUER}`, applicationID: 'a'}]};";
    await expect(
      evaluatePush(withModules({ "auth.config.js": source }), null, context()),
    ).rejects.toMatchObject({
      code: "AuthConfigMissingEnvironmentVariable",
      message: expect.stringContaining("Environment variable ISSUER") as string,
    });
  });

  test("an unset variable of defineApp gets the code that the CLI explains", async () => {
    await using other = await CliApp.create({
      ...APP,
      "convex/convex.config.ts": `
        import { defineApp } from "convex/server";
        import { v } from "convex/values";
        export default defineApp({
          env: { API_KEY: v.string(), MODE: v.optional(v.string()) },
        });`,
    });
    const requiring = parsePushRequest(await other.pushBody());
    await expect(
      evaluatePush(requiring, null, context()),
    ).rejects.toMatchObject({
      code: "MissingEnvironmentVariables",
      message: expect.stringContaining("are not set: API_KEY.") as string,
    });
    const environment = { ...context().environment, API_KEY: "k" };
    const deployment = await evaluatePush(
      requiring,
      null,
      context({ environment }),
    );
    expect(deployment.components).toHaveLength(1);
  });
});

test.each([
  "../up.js",
  "a/../../up.js",
  "/etc/x.js",
  "a\\b.js",
  "x.ts",
  "a//b.js",
])("refuses a module named %s", (path) => {
  const module = { path, source: "", environment: "isolate" };
  const app = {
    definition: null,
    dependencies: [],
    schema: null,
    changedModules: [module],
    unchangedModuleHashes: [],
    udfServerVersion: "1",
  };
  expect(() =>
    parsePushRequest({
      dryRun: false,
      appDefinition: app,
      componentDefinitions: [],
    }),
  ).toThrow(path);
});
