/**
 * The executor's thread ends around a commit: what it was asked for takes
 * effect at most once, and exactly once if the next executor can recognise it.
 */
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { action, Clients, mutation, query } from "./support/clients.ts";
import { EndingExecutor } from "./support/endingExecutor.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const ending = new EndingExecutor();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.withApp({ execArgv: ending.execArgv });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  ending[Symbol.dispose]();
});

const http = () => new ConvexHttpClient(server.url);
const keysQuery = query<string[]>("entries:keys");

async function countOf(key: string): Promise<number> {
  const keys = await http().query(keysQuery, {});
  return keys.filter((stored) => stored === key).length;
}

const filesStored = () => http().query(query<number>("files:count"), {});

async function call(kind: string, path: string, key: string) {
  const response = await fetch(`${server.url}/api/${kind}`, {
    method: "POST",
    body: JSON.stringify({ path, args: { key } }),
  });
  return { status: response.status, body: await response.json() };
}

test("runs a mutation of a session once", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  await client.query(keysQuery, {});
  ending.endAt("after");
  const answer = client.mutation(mutation("entries:add"), { key: "session" });
  expect(await answer).toBe("session");
  expect(ending.isPending).toBe(false);
  expect(await countOf("session")).toBe(1);
});

test("does not repeat a committed mutation over HTTP, and says so", async () => {
  ending.endAt("after");
  const { status, body } = await call("mutation", "entries:add", "http");
  expect(ending.isPending).toBe(false);
  expect(await countOf("http")).toBe(1);
  expect(status).toBe(500);
  expect(body).toEqual({
    code: "OutcomeUnknown",
    message: expect.stringContaining(
      "It is unknown whether entries:add has run",
    ) as string,
  });
});

test("does not repeat a committed mutation of an action, and says so", async () => {
  ending.endAt("after");
  const { body } = await call("action", "entries:addInAction", "action");
  expect(ending.isPending).toBe(false);
  expect(await countOf("action")).toBe(1);
  expect(body).toMatchObject({
    status: "error",
    errorMessage: expect.stringContaining(
      "It is unknown whether entries:add has run",
    ) as string,
  });
});

test("does not repeat a committed syscall of an action, and says so", async () => {
  ending.endAt("after");
  const { body } = await call(
    "action",
    "entries:scheduleInAction",
    "scheduled",
  );
  expect(ending.isPending).toBe(false);
  await expect.poll(() => countOf("scheduled")).toBe(1);
  // A second job would have been due at the same time as this one.
  await http().action(action("entries:scheduleInAction"), { key: "later" });
  await expect.poll(() => countOf("later")).toBe(1);
  expect(await countOf("scheduled")).toBe(1);
  expect(body).toMatchObject({
    status: "error",
    errorMessage: expect.stringContaining(
      "It is unknown whether 1.0/schedule of entries:scheduleInAction has run",
    ) as string,
  });
});

test("stores a file of an action once", async () => {
  const before = await filesStored();
  ending.endAt("after");
  await http().action(action("files:store"), { text: "once" });
  expect(ending.isPending).toBe(false);
  expect(await filesStored()).toBe(before + 1);
});

test("registers an upload once", async () => {
  const generate = mutation<string>("files:generateUploadUrl");
  const uploadUrl = await http().mutation(generate, {});
  const before = await filesStored();
  ending.endAt("after");
  const upload = await fetch(uploadUrl, { method: "POST", body: "bytes" });
  expect(ending.isPending).toBe(false);
  expect(upload.status).toBe(200);
  expect(await upload.json()).toEqual({
    storageId: expect.any(String) as string,
  });
  expect(await filesStored()).toBe(before + 1);
});

test("repeats whatever has not been committed", async () => {
  ending.endAt("before");
  const answer = await call("mutation", "entries:add", "uncommitted");
  expect(ending.isPending).toBe(false);
  expect(answer.body).toMatchObject({ status: "success" });
  ending.endAt("before");
  const nested = await call("action", "entries:addInAction", "nested");
  expect(ending.isPending).toBe(false);
  expect(nested.body).toMatchObject({ status: "success" });
  expect(await countOf("uncommitted")).toBe(1);
  expect(await countOf("nested")).toBe(1);
});

test("answers a mutation that has ended the process twice with an error", async () => {
  await using supervised = await ServerProcess.withApp({
    execArgv: ending.execArgv,
    env: { SUPERVISE: "true", LOG_LEVEL: "error" },
  });
  await using clients = new Clients();
  const client = clients.open(supervised.url);
  ending.failCommitsOf("deadly");
  const add = mutation("entries:add");
  await expect(client.mutation(add, { key: "deadly" })).rejects.toThrow(
    "entries:add has ended the server twice and is not run again",
  );
  expect(supervised.output.match(/it is started again/g)).toHaveLength(2);
  expect(await client.mutation(add, { key: "other" })).toBe("other");
});
