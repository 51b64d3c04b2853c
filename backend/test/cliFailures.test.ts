/**
 * Tests pushes that fail: what the official CLI prints, and that nothing live
 * changes.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APP } from "./support/cliApp.ts";
import { type CliWorld, makeCliWorld } from "./support/cliWorld.ts";

let world: CliWorld;

beforeAll(async () => {
  world = await makeCliWorld();
  await world.deploy();
  await world.call("messages:send", { body: "still here" });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const [path, text] of Object.entries(APP)) {
    await world.app.write(path, text);
  }
});

/**
 * Expects the push to fail and the previous deployment to keep working. Returns
 * the CLI's error output.
 */
async function failToDeploy(): Promise<string> {
  const args = ["--typecheck=disable", "--codegen=disable"];
  const { code, stderr } = await world.cli("deploy", ...args);
  expect(code).toBe(1);
  expect(await world.call("messages:list")).toEqual(["still here"]);
  return stderr;
}

test("names a module that throws on import, with the cause", async () => {
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

test("names a variable that a module reads on import, with the line", async () => {
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

test("does not name variables that are unrelated to the error", async () => {
  await world.app.write(
    "convex/keys.ts",
    `export const colour = process.env.COLOUR ?? "red";
     throw new Error("too late for " + colour);`,
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain("Uncaught Error: too late for red");
  expect(stderr).not.toContain("COLOUR");
  await world.app.write(
    "convex/keys.ts",
    `export const key = process.env.MAIL_KEY;
     if (!key) throw new Error("MAIL_KEY is missing.");`,
  );
  expect(await failToDeploy()).toContain("npx convex env set MAIL_KEY");
  await world.app.remove("convex/keys.ts");
});

test("shows broken imports and syntax errors with file and line", async () => {
  await world.app.write("convex/lost.ts", 'export { x } from "./nowhere";');
  expect(await failToDeploy()).toMatch(/"\.\/nowhere".*convex\/lost\.ts:1:/s);
  await world.app.write("convex/lost.ts", "export const x = ;");
  expect(await failToDeploy()).toContain("convex/lost.ts:1:");
  await world.app.remove("convex/lost.ts");
});

test("names the missing package of a node module", async () => {
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

test("names a cron whose function does not exist", async () => {
  const crons = APP["convex/crons.ts"] ?? "";
  await world.app.write(
    "convex/crons.ts",
    crons.replace("messages:uploadUrl", "messages:lost"),
  );
  const stderr = await failToDeploy();
  expect(stderr).toContain('crons.js: the cron "tick" runs messages:lost');
});

test("stops the push if documents do not match the new schema", async () => {
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

test("explains a variable missing in auth.config.ts and deploys once it is set", async () => {
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

test("explains a missing variable that defineApp requires", async () => {
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
