/** Pushes that fail: what the official CLI prints, and that nothing live changes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APP } from "./cliApp.ts";
import { type CliWorld, makeCliWorld } from "./cliServer.ts";

let world: CliWorld;

beforeAll(async () => {
  world = await makeCliWorld();
  await world.deploy();
  await world.run("messages:send", { body: "still here" });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const [path, text] of Object.entries(APP)) {
    await world.app.write(path, text);
  }
});

/** Pushes, expects a failure, and that the deployment of before answers. */
async function failToDeploy(): Promise<string> {
  const args = ["--typecheck=disable", "--codegen=disable"];
  const { code, stderr } = await world.cli("deploy", ...args);
  expect(code).toBe(1);
  expect(JSON.parse(await world.run("messages:list"))).toEqual(["still here"]);
  return stderr;
}

test("a module that throws while imported is named with its cause", async () => {
  await world.app.write(
    "convex/messages.ts",
    `const fail = () => { throw new TypeError("not today"); };
     export const list = fail();`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain(
    "Failed to analyze messages.js: Uncaught TypeError: not today",
  );
});

test("a variable that a module reads while imported is named with the line", async () => {
  await world.app.write(
    "convex/keys.ts",
    `const key = process.env.PAYMENT_KEY;
     export const length = key.length;`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain("Failed to analyze keys.js: Uncaught TypeError");
  expect(stderr).toContain("../convex/keys.ts:2:");
  expect(stderr).toContain("npx convex env set PAYMENT_KEY");
  expect(stderr).not.toContain("backend/src");
  await world.app.remove("convex/keys.ts");
});

test("an import that leads nowhere and a wrong spelling are shown in their file", async () => {
  await world.app.write("convex/lost.ts", 'export { x } from "./nowhere";');
  expect(await failToDeploy()).toMatch(/"\.\/nowhere".*convex\/lost\.ts:1:/s);
  await world.app.write("convex/lost.ts", "export const x = ;");
  expect(await failToDeploy()).toContain("convex/lost.ts:1:");
  await world.app.remove("convex/lost.ts");
});

test("a node module whose package is not installed is named", async () => {
  await world.app.write(
    "convex/mail.ts",
    `"use node";
     import { actionGeneric } from "convex/server";
     const name = "not-installed-package";
     const lost = await import(name);
     export const kind = actionGeneric(async () => lost.kind);`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain("Failed to analyze mail.js");
  expect(stderr).toContain("not-installed-package");
});

test("a cron of a function that does not exist is named", async () => {
  const crons = APP["convex/crons.ts"] ?? "";
  await world.app.write(
    "convex/crons.ts",
    crons.replace("messages:clear", "messages:lost"),
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain('crons.js: the cron "tick" runs messages:lost');
});

test("documents that the new schema refuses stop the push", async () => {
  const schema = APP["convex/schema.ts"] ?? "";
  await world.app.write(
    "convex/schema.ts",
    schema.replace("body: v.string()", "body: v.number()"),
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain("Schema validation failed");
  expect(stderr).toContain("messages");
  expect(stderr).toMatch(/Document with ID .*"messages".*\.body.*still here/s);
});

test("a variable missing in auth.config.ts is explained, and setting it helps", async () => {
  await world.app.write(
    "convex/auth.config.ts",
    `export default { providers: [
       { domain: process.env.MY_ISSUER, applicationID: "convex" },
     ] };`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain(
    "Environment variable MY_ISSUER is used in auth config file but its value was not set",
  );
  await world.cli("env", "set", "MY_ISSUER", "https://issuer.example.org");
  await world.deploy();

  const removed = await world.cli("env", "remove", "MY_ISSUER");
  expect(removed.code).toBe(1);
  expect(removed.stderr).toContain("Environment variable MY_ISSUER");
});

test("a variable that defineApp requires is explained", async () => {
  await world.app.write(
    "convex/convex.config.ts",
    `import { defineApp } from "convex/server";
     import { v } from "convex/values";
     export default defineApp({ env: { API_KEY: v.string() } });`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain(
    "Environment variable API_KEY is declared as required in convex.config.ts but its value was not set",
  );
});
