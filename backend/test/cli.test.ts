/**
 * Runs every supported command of the unmodified official CLI against a real
 * server.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliWorld, makeCliWorld } from "./support/cliWorld.ts";

const SEND_EVERY_MS = 100;

let world: CliWorld;

beforeAll(async () => {
  world = await makeCliWorld();
  await world.deploy();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("generates code and pushes with dev --once", async () => {
  await using fresh = await makeCliWorld();
  const { code, stderr } = await fresh.cli(
    "dev",
    "--once",
    "--typecheck=disable",
  );
  expect(stderr).toMatch(/Convex functions ready!/);
  expect(stderr).toContain("[+] messages.by_author");
  expect(code).toBe(0);
  expect(await fresh.call("messages:list")).toEqual([]);
});

test("prints the indexes that deploy adds and removes", async () => {
  await using fresh = await makeCliWorld();
  const first = await fresh.deploy();
  expect(first.stderr).toContain("[+] messages.by_author");
  const schema = await fresh.app.read("convex/schema.ts");
  await fresh.app.write(
    "convex/schema.ts",
    schema.replace('by_author", ["author"]', 'by_body", ["body"]'),
  );
  const second = await fresh.deploy();
  expect(second.stderr).toContain("[+] messages.by_body");
  expect(second.stderr).toContain("[-] messages.by_author");
});

test("changes nothing with deploy --dry-run", async () => {
  await using fresh = await makeCliWorld();
  const args = ["--typecheck=disable", "--codegen=disable", "--dry-run"];
  const { code } = await fresh.cli("deploy", ...args);
  expect(code).toBe(0);
  const { stderr } = await fresh.cli("run", "messages:list");
  expect(stderr).toContain("Could not find function");
});

test("pushes a changed module next to unchanged ones and keeps the data", async () => {
  await using fresh = await makeCliWorld();
  await fresh.deploy();
  await fresh.call("messages:send", { body: "kept" });
  const source = await fresh.app.read("convex/messages.ts");
  await fresh.app.write(
    "convex/messages.ts",
    source.replace("message.body)", "`${message.body}!`)"),
  );
  await fresh.deploy();
  expect(await fresh.call("messages:list")).toEqual(["kept!"]);
  expect(await fresh.call("mail:kind")).toBe("function");
});

test("writes types of functions and components with codegen and deploys nothing", async () => {
  await using fresh = await makeCliWorld();
  const { code } = await fresh.cli("codegen", "--typecheck=disable");
  expect(code).toBe(0);
  const api = await fresh.app.read("convex/_generated/api.d.ts");
  expect(api).toContain('import type * as messages from "../messages.js"');
  expect(api).toContain("rateLimiter");
  expect(api).toContain("byBody");
  const { stderr } = await fresh.cli("run", "messages:list");
  expect(stderr).toContain("Could not find function");
});

test("sets, gets, lists and removes variables with env", async () => {
  expect((await world.cli("env", "set", "GREETING", "hello you")).code).toBe(0);
  expect((await world.cli("env", "set", "OTHER=1")).code).toBe(0);
  const read = await world.cli("env", "get", "GREETING");
  expect(read.stdout.trim()).toBe("hello you");
  const list = await world.cli("env", "list");
  expect(list.stdout).toMatch(/^GREETING=.*hello you.*$/m);
  expect(list.stdout).toMatch(/^OTHER=1$/m);
  expect((await world.cli("env", "remove", "GREETING")).code).toBe(0);
  // `dev` of 1.34 asks for this variable first.
  const site = await world.cli("env", "get", "CONVEX_SITE_URL");
  expect(new URL(site.stdout).port).toBe(new URL(world.target.url).port);
  const gone = await world.cli("env", "get", "GREETING");
  expect(gone.stderr).toContain('"GREETING" not found');
});

test("rejects an invalid variable name with env set", async () => {
  const { code, stderr } = await world.cli("env", "set", "1ST", "x");
  expect(code).not.toBe(0);
  expect(stderr).toContain('Environment variable name "1ST" is invalid');
});

test("runs public and internal functions, node actions and components", async () => {
  expect(await world.run("messages:clear")).toBe("");
  await world.run("messages:send", { body: "first" });
  expect(JSON.parse(await world.run("messages:list"))).toEqual(["first"]);
  expect(JSON.parse(await world.run("mail:kind"))).toBe("function");
  const args = JSON.stringify({
    name: "limit",
    config: { kind: "fixed window", rate: 1, period: 60_000 },
  });
  const limited = await world.cli(
    "run",
    "--component=rateLimiter",
    "lib:rateLimit",
    args,
  );
  expect(limited.stderr).toBe("");
  expect(limited.stdout).toContain('"ok": true');
});

test("lists the known functions when run gets an unknown one", async () => {
  const { code, stderr } = await world.cli("run", "messages:lost");
  expect(code).not.toBe(0);
  expect(stderr).toContain("Could not find function");
  expect(stderr).toMatch(/messages:.*send/);
});

test("shows a function's validation error with run", async () => {
  const { code, stderr } = await world.cli("run", "messages:send", "{}");
  expect(code).not.toBe(0);
  expect(stderr).toContain("ArgumentValidationError");
});

test("reads but does not write with run --inline-query, in the app and in a component", async () => {
  await world.call("messages:clear");
  await world.call("messages:send", { body: "inline" });
  const inline = (text: string, ...args: string[]) =>
    world.cli("run", "--inline-query", text, ...args);
  const count = 'const all = await ctx.db.query("messages").collect();';
  const read = await inline(`${count} console.log("read"); return all.length;`);
  expect(read.stdout.trim()).toBe("1");
  expect(read.stderr).toContain("'read'");
  const counted = await inline(
    '(await ctx.db.query("rateLimits").collect()).length',
    "--component=rateLimiter",
  );
  expect(counted.stdout.trim()).toMatch(/^\d+$/);
  const write = await inline('ctx.db.insert("messages", { body: "no" })');
  expect(write.code).toBe(1);
  expect(write.stderr).toContain("Query failed");
  const wrong = await inline("ctx.db.(");
  expect(wrong.stderr).toContain("SyntaxError");
  expect(await world.call("messages:list")).toEqual(["inline"]);
});

test("lists tables and prints documents with data", async () => {
  await world.call("messages:clear");
  await world.call("messages:send", { body: "to be printed" });
  expect((await world.cli("data")).stdout.trim()).toBe("messages");
  const documents = await world.cli("data", "messages");
  expect(documents.stdout).toContain('"to be printed"');
  expect(documents.stdout).toMatch(/^_id +\| _creationTime/);
  const unknown = await world.cli("data", "unknown");
  expect(unknown).toMatchObject({ code: 0 });
  expect(unknown.stderr).toContain("There are no documents in this table.");
  const component = await world.cli("data", "--component=rateLimiter");
  expect(component.stdout).toContain("rateLimits");
});

test("prints the system tables that apps can see with data", async () => {
  const upload = await fetch(
    (await world.call("messages:uploadUrl")) as string,
    {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: "a file",
    },
  );
  expect(upload.status).toBe(200);
  await world.call("messages:sendLater", { body: "later" });
  const files = await world.cli("data", "_storage");
  expect(files.stdout).toMatch(/^_id +\| _creationTime.*\n.*"text\/plain"/s);
  const jobs = await world.cli("data", "_scheduled_functions");
  expect(jobs.stdout).toContain('"messages.js:send"');
  expect(jobs.stdout).toContain('{ "kind": "pending" }');
});

test("shows nothing of internal tables with data", async () => {
  // The job that the previous test scheduled is still in `_jobs`.
  for (const table of ["_jobs", "_files", "_transfers"]) {
    const { code, stdout, stderr } = await world.cli("data", table);
    expect(code).toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("There are no documents in this table.");
  }
});

test("passes network-test", async () => {
  const { code, stderr } = await world.cli("network-test");
  expect(stderr).toContain("OK: WebSocket connection established.");
  expect(stderr).toContain("OK: echo 4 MiB");
  expect(code).toBe(0);
});

test("describes every function and route with function-spec", async () => {
  const { stdout } = await world.cli("function-spec");
  const spec = JSON.parse(stdout) as { url: string; functions: unknown[] };
  expect(new URL(spec.url).port).toBe(new URL(world.target.url).port);
  expect(spec.functions).toContainEqual({
    identifier: "messages.js:send",
    functionType: "Mutation",
    visibility: { kind: "public" },
    args: {
      type: "object",
      value: { body: { fieldType: { type: "string" }, optional: false } },
    },
    returns: { type: "null" },
  });
  expect(spec.functions).toContainEqual({
    functionType: "HttpAction",
    method: "GET",
    path: "/hello",
  });
});

test("prints what functions log with logs, from history and live", async () => {
  await world.call("messages:send", { body: "in history" });
  const history = await world.app.run(
    ["logs", "--history", "20"],
    world.target,
    "in history",
  );
  expect(history.stdout).toMatch(
    /\[CONVEX M\(messages:send\)\] \[LOG\].*'sending'.*'in history'/,
  );

  const live = world.app.run(["logs"], world.target, "'live one'");
  const sending = (async () => {
    // The CLI starts watching some time after it starts, so this sends messages until the CLI has
    // seen one.
    let isSeen = false;
    void live.then(() => (isSeen = true));
    while (!isSeen) {
      await world.call("messages:send", { body: "live one" });
      await sleep(SEND_EVERY_MS);
    }
  })();
  expect((await live).stdout).toContain("'live one'");
  await sending;
});

test("rejects a wrong admin key", async () => {
  const { code, stderr } = await world.app.run(
    ["deploy", "--typecheck=disable", "--codegen=disable"],
    { ...world.target, adminKey: "embedded|0000" },
  );
  expect(code).not.toBe(0);
  expect(stderr).toContain("admin key");
});
