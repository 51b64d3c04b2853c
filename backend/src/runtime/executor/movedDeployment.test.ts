import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Deployment } from "../contract/runtime.ts";
import { movedDeployment } from "./movedDeployment.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "moved-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

const written = (root: string): Deployment => ({
  id: "d1",
  root,
  components: [
    {
      path: "",
      definitionPath: "",
      children: {},
      crons: [],
      modules: [
        {
          path: "notes/list.js",
          file: join(root, "0/notes/list.js"),
          environment: "isolate",
          functions: [],
        },
      ],
    },
  ],
  schemas: [],
  authProviders: [],
  httpRoutes: [],
  hasHttpRouter: false,
  record: null,
});

test("finds modules where the data directory was copied to", async () => {
  await mkdir(join(dataDir, "modules/p1"), { recursive: true });
  const moved = movedDeployment(written("/elsewhere/modules/p1"), dataDir);
  expect(moved.root).toBe(join(dataDir, "modules/p1"));
  expect(moved.components[0]?.modules[0]?.file).toBe(
    join(dataDir, "modules/p1/0/notes/list.js"),
  );
});

test("leaves a deployment alone whose modules are elsewhere", () => {
  const deployment = written("/elsewhere/modules/p1");
  expect(movedDeployment(deployment, dataDir)).toBe(deployment);
});
