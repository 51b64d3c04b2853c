import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartError } from "../../launcher/startError.ts";
import { DemoData } from "./demoData.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "gully-demo-"));
});

afterEach(() => rm(directory, { recursive: true }));

test("a folder counts as filled once it is marked", async () => {
  const data = new DemoData(directory);
  expect(await data.isFilled()).toBe(false);
  await data.clear();
  expect(await data.isFilled()).toBe(false);
  await data.markFilled();
  expect(await new DemoData(directory).isFilled()).toBe(true);
});

test("removes the data of an earlier demo", async () => {
  const data = new DemoData(directory);
  await data.clear();
  await writeFile(join(directory, "data.sqlite"), "half of a demo");
  await data.clear();
  expect(await readdir(directory)).toEqual(["demo.json"]);
});

test("never removes data that the demo did not create", async () => {
  await writeFile(join(directory, "data.sqlite"), "everything I have");
  await expect(new DemoData(directory).clear()).rejects.toThrow(StartError);
  expect(await readdir(directory)).toEqual(["data.sqlite"]);
});

test("creates a missing folder", async () => {
  const inner = join(directory, "demo");
  await new DemoData(inner).clear();
  expect(await readdir(inner)).toEqual(["demo.json"]);
});
