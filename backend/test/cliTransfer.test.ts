/**
 * Tests `convex export` and `convex import` of the official CLI between real
 * servers.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPromise } from "yauzl";
import { type CliWorld, makeCliWorld } from "./support/cliWorld.ts";

const SCHEMA = `
  import { defineSchema, defineTable } from "convex/server";
  import { v } from "convex/values";
  export default defineSchema({
    messages: defineTable({ body: v.string(), author: v.optional(v.string()) })
      .index("by_author", ["author"])
      .searchIndex("by_body", { searchField: "body" }),
    replies: defineTable({
      to: v.id("messages"),
      picture: v.optional(v.id("_storage")),
      anything: v.any(),
    }).index("by_to", ["to"]),
    unused: defineTable({ n: v.number(), text: v.optional(v.string()) }),
  });`;

const FIXTURE = `
  import { mutationGeneric, queryGeneric } from "convex/server";
  import { components } from "./_generated/api";
  export const fill = mutationGeneric(async (ctx, { picture }) => {
    const to = await ctx.db.insert("messages", { body: "the first one", author: "asha" });
    const anything = {
      integer: -9007199254740993n, nan: NaN, negativeZero: -0, infinite: -Infinity,
      bytes: new Uint8Array([0, 255, 1]).buffer, nested: [{ a: [null, true, "\\u2028 \\n \\u0939"] }],
    };
    await ctx.db.insert("replies", { to, picture, anything });
    await ctx.runMutation(components.rateLimiter.lib.rateLimit, {
      name: "limit", config: { kind: "fixed window", rate: 5, period: 60000 },
    });
  });
  export const uploadUrl = mutationGeneric((ctx) => ctx.storage.generateUploadUrl());
  export const everything = queryGeneric(async (ctx) => {
    const replies = await ctx.db.query("replies").collect();
    return {
      messages: await ctx.db.query("messages").withIndex("by_author").collect(),
      found: await ctx.db.query("messages").withSearchIndex("by_body", (q) => q.search("body", "first")).collect(),
      replies: await Promise.all(replies.map(async (reply) => ({
        ...reply,
        message: await ctx.db.get(reply.to),
        zeroIsNegative: Object.is(reply.anything.negativeZero, -0),
        file: reply.picture && await ctx.db.system.get(reply.picture),
        url: reply.picture && new URL(await ctx.storage.getUrl(reply.picture)).pathname,
      }))),
    };
  });
  export const add = mutationGeneric((ctx, { body }) => ctx.db.insert("messages", { body }));`;

const API = `
  import { anyApi, componentsGeneric } from "convex/server";
  export const api = anyApi;
  export const internal = anyApi;
  export const components = componentsGeneric();`;

const PICTURE = new Uint8Array(100_000).map((_, i) => i % 251);

let source: CliWorld;

async function makeTransferWorld(): Promise<CliWorld> {
  const world = await makeCliWorld();
  await world.app.write("convex/schema.ts", SCHEMA);
  await world.app.write("convex/fixture.ts", FIXTURE);
  await world.app.write("convex/_generated/api.js", API);
  await world.deploy();
  return world;
}

beforeAll(async () => {
  source = await makeTransferWorld();
  const url = JSON.parse(await source.run("fixture:uploadUrl")) as string;
  const response = await fetch(source.target.url + pathOf(url), {
    method: "POST",
    headers: { "Content-Type": "image/png" },
    body: PICTURE,
  });
  const { storageId } = (await response.json()) as { storageId: string };
  await source.run("fixture:fill", { picture: storageId });
});

afterAll(async () => {
  await source[Symbol.asyncDispose]();
});

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function exportAll(world: CliWorld, name: string): Promise<string> {
  const path = join(world.app.directory, name);
  const result = await world.cli(
    "export",
    "--include-file-storage",
    `--path=${path}`,
  );
  expect(result.stderr).toContain("Downloaded snapshot export");
  expect(result.code).toBe(0);
  return path;
}

async function entriesOf(path: string): Promise<string[]> {
  const zip = await openPromise(path, { lazyEntries: true });
  const names = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  return names;
}

test("imports an export elsewhere unchanged, with ids and files", async () => {
  const path = await exportAll(source, "whole.zip");
  const names = await entriesOf(path);
  expect(names).toEqual(
    expect.arrayContaining([
      "README.md",
      "_tables/documents.jsonl",
      "messages/documents.jsonl",
      "messages/generated_schema.jsonl",
      "_storage/documents.jsonl",
      "_components/rateLimiter/rateLimits/documents.jsonl",
    ]),
  );
  await using target = await makeTransferWorld();
  const result = await target.cli("import", path);
  expect(result.stderr).toMatch(/Added \d+ documents/);
  expect(result.code).toBe(0);

  const before = await source.run("fixture:everything");
  expect(before).toContain('"zeroIsNegative": true');
  expect(before).toContain('{\n          "$integer": "////////3/8="');
  expect(await target.run("fixture:everything")).toBe(before);
  const url = /"url": "([^"]+)"/.exec(before)?.[1] ?? "";
  const file = await fetch(target.target.url + url);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(PICTURE);
  expect(file.headers.get("digest")).toBe(
    `sha-256=${createHash("sha256").update(PICTURE).digest("base64")}`,
  );
  const limits = ["data", "rateLimits", "--component=rateLimiter"];
  expect((await target.cli(...limits)).stdout).toBe(
    (await source.cli(...limits)).stdout,
  );
  await target.run("fixture:add", { body: "the first after" });
  expect(await target.run("fixture:everything")).toContain("first after");
});

test("requires a choice about existing documents on a second import", async () => {
  const path = await exportAll(source, "again.zip");
  const refused = await source.cli("import", path);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("has documents already");
  const before = await source.run("fixture:everything");
  await source.run("fixture:add", { body: "the first to go" });
  const replaced = await source.cli("import", "--replace-all", "--yes", path);
  expect(replaced.stderr).toContain("messages: 2 documents");
  expect(replaced.code).toBe(0);
  expect(await source.run("fixture:everything")).toBe(before);
});

test.each([
  ["rows.jsonl", '{"n":1}\n{"n":2.5}\n'],
  ["rows.json", '[{"n":1},{"n":2.5}]'],
  ["rows.csv", "n\n1\n2.5\n"],
])("appends to a table from %s", async (name, text) => {
  await source.app.write(name, text);
  await source.cli("import", "--table=unused", "--replace", "--yes", name);
  const again = await source.cli("import", "--table=unused", "--append", name);
  expect(again.stderr).toContain("Added 2 documents");
  const rows = await source.cli("data", "unused", "--format=jsonl");
  expect(rows.stdout.match(/"n":\s*2\.5/g)).toHaveLength(2);
});

test.each([
  ['{"body":"ok"}\n{"body":5}\n', /messages.*line 2: .*does not match.*body/s],
  ['{"body":"ok"}\n{"body":\n', "line 2: not JSON"],
  ['{"_id":"me","body":"x"}\n', '"_id" is no document id'],
  ['{"body":{"$integer":"?"}}\n', "line 1"],
])("rejects %j with the line and imports nothing", async (text, why) => {
  await source.app.write("bad.jsonl", text);
  const before = await source.run("messages:list");
  const args = ["import", "--table=messages", "--append", "bad.jsonl"];
  const { code, stderr } = await source.cli(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(why);
  expect(await source.run("messages:list")).toBe(before);
});

test("rejects a table that is not in the schema", async () => {
  await source.app.write("lost.jsonl", '{"n":1}\n');
  const { stderr } = await source.cli("import", "--table=lost", "lost.jsonl");
  expect(stderr).toContain('Table "lost" is not in the schema');
});

test("rejects a file that is not a ZIP", async () => {
  await source.app.write("no.zip", "not at all");
  const { code, stderr } = await source.cli("import", "no.zip");
  expect(code).toBe(1);
  expect(stderr).toContain("no readable ZIP file");
});

const MEBIBYTE = 1024 * 1024;

function* manyRows(): Generator<string> {
  const text = "some words ".repeat(90);
  for (let n = 0; n < 200_000; n++) yield `${JSON.stringify({ n, text })}\n`;
}

test("imports 200,000 documents within bounded memory while the app is in use", async () => {
  await using target = await makeTransferWorld();
  const file = join(target.app.directory, "many.jsonl");
  await pipeline(Readable.from(manyRows()), createWriteStream(file));
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const importing = target.cli("import", "--table=unused", file);
  let isDone = false;
  void importing.finally(() => (isDone = true));
  let answered = 0;
  while (!isDone) {
    await target.run("fixture:add", { body: `meanwhile ${answered}` });
    answered += 1;
  }
  clearInterval(timer);
  const { code, stderr } = await importing;
  expect(stderr).toMatch(/Importing "unused" \(\d+ documents\)/);
  expect(stderr).toContain("Added 200000 documents");
  expect(code).toBe(0);
  // The file alone has 200 MiB.
  expect(peak - before).toBeLessThan(400 * MEBIBYTE);
  const messages = JSON.parse(await target.run("messages:list")) as unknown[];
  expect(messages).toHaveLength(answered);
}, 1_200_000);
