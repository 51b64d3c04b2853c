import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCli } from "./convexCli.ts";
import { nameInEnvFile } from "./localEnvFile.ts";
import { type RunningApp, startApp } from "./startApp.ts";
import { StartError } from "./startError.ts";

const MODULES = join(import.meta.dirname, "../node_modules");
const version = makeFunctionReference<"query", Record<string, never>, string>(
  "app:version",
);
const add = makeFunctionReference<"mutation", { size: unknown }, null>(
  "app:add",
);

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "start-app-"));
  await mkdir(join(root, "convex"));
  await symlink(MODULES, join(root, "node_modules"));
  await write(
    "package.json",
    '{"type":"module","dependencies":{"convex":"*"}}',
  );
  await writeVersion("one", "v.any()");
});

afterEach(() => rm(root, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(root, name), text);

/** Writes a small app whose functions and site both show their version. */
async function writeVersion(name: string, size: string): Promise<void> {
  await write("index.html", `<!doctype html><title>site ${name}</title>`);
  await write(
    "convex/schema.ts",
    `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ things: defineTable({ size: ${size} }) });`,
  );
  await write(
    "convex/app.ts",
    `import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
export const version = queryGeneric({ args: {}, handler: async () => "functions ${name}" });
export const add = mutationGeneric({ args: { size: v.any() }, handler: async (ctx, { size }) => { await ctx.db.insert("things", { size }); return null; } });`,
  );
}

function start(): Promise<RunningApp> {
  return startApp({
    root,
    port: 0,
    mailPorts: 0,
    dataDir: join(root, ".data"),
    environment: {},
  });
}

/** Returns what a visitor gets: the page title and a function's result. */
async function seen({ url }: RunningApp): Promise<[string?, string?]> {
  const page = await (await fetch(url)).text();
  const answer = await new ConvexHttpClient(url).query(version, {});
  return [/<title>(.*)<\/title>/.exec(page)?.[1], answer];
}

async function startOnce(during?: (app: RunningApp) => Promise<unknown>) {
  const app = await start();
  try {
    await during?.(app);
    return { seen: await seen(app), warnings: app.warnings };
  } finally {
    await app.stop();
  }
}

// Six runs of the CLI are slow on a busy machine.
test(
  "a plain `npx convex` in the folder reaches the running app",
  { timeout: 600_000 },
  async () => {
    const app = await start();
    try {
      const { localUrl: url, adminKey } = app;
      const { warning, remove } = await nameInEnvFile(root, { url, adminKey });
      expect(warning).toBe(null);
      expect(await runCli(root, ["run", "app:version"])).toContain("functions");
      await runCli(root, ["env", "set", "COLOUR", "red"]);
      expect(await runCli(root, ["env", "get", "COLOUR"])).toContain("red");
      await runCli(root, ["dev", "--once", "--typecheck=disable"]);
      expect(await runCli(root, ["data"])).toContain("things");
      await remove();
      await expect(runCli(root, ["data"])).rejects.toThrow("CONVEX_DEPLOYMENT");
    } finally {
      await app.stop();
    }
  },
);

const refused = [
  {
    what: "a schema that does not fit the data",
    spoil: () => writeVersion("two", "v.number()"),
    cause: /things/,
  },
  {
    what: "functions that do not compile",
    spoil: () => write("convex/broken.ts", "export const = ;"),
    cause: /broken\.ts/,
  },
  {
    what: "functions that fail when they are loaded",
    spoil: () =>
      write(
        "convex/broken.ts",
        'export const a = 1;\nthrow new Error("at load");',
      ),
    cause: /at load/,
  },
  {
    what: "a site that cannot be built",
    spoil: () => write("index.html", '<script type="module" src="/gone.ts">'),
    cause: /gone\.ts/,
  },
];

test("keeps the last good site and functions when a new version is refused, and warns", async () => {
  const first = await startOnce(({ url }) =>
    new ConvexHttpClient(url).mutation(add, { size: "large" }),
  );
  const one = ["site one", "functions one"];
  expect(first).toEqual({ seen: one, warnings: [] });

  for (const { what, spoil, cause } of refused) {
    await writeVersion("two", "v.any()");
    await spoil();
    const app = await startOnce();
    expect(app.seen, what).toEqual(one);
    expect(app.warnings).toHaveLength(1);
    expect(app.warnings[0]).toContain("NEW VERSION IS NOT RUNNING");
    expect(app.warnings[0]).toMatch(cause);
    await rm(join(root, "convex/broken.ts"), { force: true });
  }

  await writeVersion("three", "v.any()");
  const mended = await startOnce((running) => running.restart());
  const three = ["site three", "functions three"];
  expect(mended).toEqual({ seen: three, warnings: [] });

  // If the built site is gone, the newest one is better than none.
  await rm(join(root, "dist"), { recursive: true });
  await writeVersion("four", "v.number()");
  const rebuilt = await startOnce();
  expect(rebuilt.seen).toEqual(["site four", "functions three"]);
  expect(rebuilt.warnings).toHaveLength(1);
}, 600_000);

test("a first start with a refused version fails with a clear message", async () => {
  await write("convex/broken.ts", "export const = ;");
  const failure = start();
  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow("broken.ts");
});

test("a checkout that cannot be written says for which address it is not built", async () => {
  await write("dist", "a file where the built sites belong");
  const failure = start();
  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow("not built yet with these options");
});
