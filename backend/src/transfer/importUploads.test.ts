import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ImportUploads } from "./importUploads.ts";

let directory: string;
let uploads: ImportUploads;
let token: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "uploads-"));
  uploads = new ImportUploads(directory);
  token = await uploads.start();
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** Yields to the other tasks before each chunk, as a socket does. */
async function* body(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await Promise.resolve();
    yield Buffer.from(text);
  }
}

async function* broken(...texts: string[]): AsyncGenerator<Uint8Array> {
  yield* body(...texts);
  throw new Error("aborted");
}

const add = (part: number, chunks: AsyncIterable<Uint8Array>) =>
  uploads.addPart(token, part, chunks);

async function sendThree() {
  await add(1, body("one,"));
  await add(2, body("second,"));
  await add(3, body("third"));
}

async function finished(): Promise<string> {
  const { file, sizeBytes } = await uploads.finish(token);
  const content = await readFile(file, "utf8");
  expect(sizeBytes).toBe(content.length);
  return content;
}

test("a part that is sent again replaces it and the parts after it", async () => {
  await sendThree();
  await add(2, body("tw", "o,"));
  await add(3, body("three"));
  expect(await finished()).toBe("one,two,three");
});

test("a part that breaks off when it is sent again leaves no later part", async () => {
  await sendThree();
  await expect(add(2, broken("tw"))).rejects.toThrow("aborted");
  await expect(add(3, body("three"))).rejects.toThrow(
    "Part 3 arrived before part 2.",
  );
  await add(2, body("two,"));
  await add(3, body("three"));
  expect(await finished()).toBe("one,two,three");
});

test("an upload whose last part broke off cannot be finished", async () => {
  await add(1, body("one,"));
  await expect(add(2, broken("tw"))).rejects.toThrow("aborted");
  await expect(uploads.finish(token)).rejects.toThrow(
    "Part 2 has not arrived whole",
  );
  await add(2, body("two"));
  expect(await finished()).toBe("one,two");
});

/** Makes a body whose second half comes once `end` is called. */
function slowBody(half: string, rest: string) {
  const { promise: late, resolve: end } = Promise.withResolvers<void>();
  async function* halves() {
    yield Buffer.from(half);
    await late;
    yield Buffer.from(rest);
  }
  return { slow: halves(), end };
}

test("an upload cannot be finished while a part arrives", async () => {
  const { slow, end } = slowBody("o", "ne");
  const first = add(1, slow);
  await expect(uploads.finish(token)).rejects.toThrow(
    "Part 1 has not arrived whole",
  );
  end();
  await first;
  expect(await finished()).toBe("one");
});

test("a part that is still arriving writes nothing once it is sent again", async () => {
  const { slow, end } = slowBody("stale", " and long");
  const first = expect(add(1, slow)).rejects.toThrow(
    "Part 1 was sent again meanwhile.",
  );
  await add(1, body("one,"));
  await add(2, body("two"));
  end();
  await first;
  expect(await finished()).toBe("one,two");
});
