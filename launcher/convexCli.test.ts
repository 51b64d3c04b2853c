import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTarget, targetFlags, writeTarget } from "./convexCli.ts";

test("a data folder knows how its server is reached, and one without a server says so", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "target-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await readTarget(dataDir)).toBeNull();
  const found = { url: "http://[::1]:8080", adminKey: "site|0123abc" };
  await writeTarget({ ...found, dataDir });
  expect(await readTarget(dataDir)).toEqual(found);
  expect(targetFlags({ ...found, dataDir })).toEqual([
    "--env-file",
    join(dataDir, "cli.env"),
  ]);
});
