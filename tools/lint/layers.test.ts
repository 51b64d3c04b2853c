import { spawnSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import oxlintConfig from "../../oxlint.config.ts";
import { checkImports } from "./checkImports.ts";
import { patternOf, placesOf } from "./importRules.ts";
import { APP, BACKEND, TREES } from "./layers.ts";

const root = join(import.meta.dirname, "../..");

/** Returns a new folder with these files, which are pairs of path and text. */
function folderWith(
  files: Iterable<readonly [string, string]>,
  onEnd: (remove: () => void) => void = onTestFinished,
): string {
  const dir = mkdtempSync(join(tmpdir(), "layers-"));
  onEnd(() => rmSync(dir, { recursive: true }));
  for (const [file, text] of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

const nothing = "export const x = 1;\nexport interface T {}\n";

/**
 * Made-up files. One run checks all of them, because each run takes a second. No name is used
 * twice.
 */
const made: Record<string, string> = {
  // Imports of a higher layer, for its values or for a type.
  "backend/src/values/ids.ts": 'export * from "../database/open.ts";',
  "backend/src/database/open.ts": nothing,
  "src/audio/mix/mix.ts": 'export * from "../../features/votes/Vote.tsx";',
  "src/features/votes/Vote.tsx": nothing,
  "backend/src/http/body.ts":
    'import type { T } from "../sync/server.ts";\nexport type U = T;',
  "backend/src/sync/server.ts": nothing,
  "src/features/words/Prompter.tsx": 'export * from "../recorder/meter.ts";',
  "src/features/recorder/meter.ts": nothing,
  // An import of a folder of the same layer.
  "backend/src/auth/tokens.ts": 'export * from "../files/disk.ts";',
  "backend/src/files/disk.ts": nothing,
  // An import of the folder that contains the file's own folder.
  "backend/src/runtime/executor/syscalls/get.ts": 'export * from "../step.ts";',
  "backend/src/runtime/executor/step.ts": nothing,
  // Imports of another thread's code, in both directions.
  "backend/src/runtime/executor/executor.ts":
    'export * from "../main/pool.ts";',
  "backend/src/runtime/main/pool.ts": nothing,
  "backend/src/runtime/main/link.ts": 'export * from "../executor/worker.ts";',
  "backend/src/runtime/executor/worker.ts": nothing,
  // A cycle of types.
  "tools/bench/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
  "tools/bench/b.ts":
    'import type { A } from "./a.ts";\nexport type B = A | 1;',
  // What is allowed.
  "backend/src/database/rows.ts": 'export * from "../values/keys.ts";',
  "backend/src/values/keys.ts": nothing,
  "backend/src/values/keys.test.ts": 'export * from "../database/rows.ts";',
  "src/features/recorder/keys.ts": 'export * from "../words/rows.ts";',
  "src/features/words/rows.ts": nothing,
};

let refused: readonly string[];

beforeAll(async () => {
  const dir = folderWith(Object.entries(made), afterAll);
  refused = await checkImports(
    ["backend", "src", "tools"],
    [BACKEND, APP],
    dir,
  );
});

test.each<[string, string, number?]>([
  [
    "an import of a higher layer",
    "backend/src/values/ids.ts → backend/src/database/open.ts",
  ],
  [
    "an import of a higher layer of the app",
    "src/audio/mix/mix.ts → src/features/votes/Vote.tsx",
  ],
  [
    "an import of a feature from one that it builds on",
    "src/features/words/Prompter.tsx → src/features/recorder/meter.ts",
  ],
  [
    "an import of a type from a higher layer",
    "backend/src/http/body.ts → backend/src/sync/server.ts",
  ],
  [
    "an import between folders of one layer",
    "backend/src/auth/tokens.ts → backend/src/files/disk.ts",
  ],
  [
    "an import of a folder from a folder inside it, which has its own layer",
    "backend/src/runtime/executor/syscalls/get.ts → backend/src/runtime/executor/step.ts",
  ],
  [
    "an import of one thread from another",
    "backend/src/runtime/executor/executor.ts → backend/src/runtime/main/pool.ts",
  ],
  [
    "the same in the other direction, where the other is also higher,",
    "backend/src/runtime/main/link.ts → backend/src/runtime/executor/worker.ts",
    2,
  ],
])("%s is refused", (_, wanted, times = 1) => {
  const [from] = wanted.split(" → ");
  const lines = refused.map((line) => line.split("\n")[0] ?? "");
  const own = lines.filter((line) => line.startsWith(`${from} →`));
  // Each import is reported once for each rule that it breaks, and nothing else is reported.
  expect(own).toEqual(Array.from({ length: times }, () => wanted));
});

test("a cycle is refused, also one of types alone", () => {
  const cycles = refused.filter((line) => line.includes("in a circle"));
  expect(cycles).toHaveLength(1);
  expect(cycles[0]).toContain("tools/bench/a.ts");
});

test("imports of lower layers are allowed, and tests import what they need", () => {
  expect(refused.join("\n")).not.toMatch(/rows|keys/);
});

test("every file of a checked tree has exactly one place", () => {
  for (const tree of TREES) {
    const patterns = placesOf(tree).map((p) => new RegExp(patternOf(tree, p)));
    const files = globSync(`${tree.root}/**/*.{ts,tsx}`, { cwd: root });
    expect(files.length).toBeGreaterThan(50);
    const misplaced = files.filter(
      (file) => patterns.filter((pattern) => pattern.test(file)).length !== 1,
    );
    expect(misplaced).toEqual([]);
  }
});

test("every place of a checked tree exists", () => {
  for (const tree of TREES) {
    const files = globSync(`${tree.root}/**/*.{ts,tsx}`, { cwd: root });
    const empty = placesOf(tree).filter(
      (place) =>
        !files.some((file) => new RegExp(patternOf(tree, place)).test(file)),
    );
    expect(empty).toEqual([]);
  }
});

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ["src/audio/mix/made.ts", "../../../backend/src/server/server.ts"],
  ["src/audio/made.ts", "../../convex/model/votes.ts"],
  ["src/features/made.ts", "gully-backend"],
  ["backend/src/made.ts", "../../convex/_generated/api.js"],
  ["backend/test/made.ts", "../../src/features/votes/Vote.tsx"],
  ["convex/made.ts", "../backend/src/server/server.ts"],
  ["launcher/made.ts", "../backend/src/server/server.ts"],
  ["launcher/made.test.ts", "../backend/src/server/server.ts"],
  ["tools/scripts/made.ts", "../../backend/src/server/options.ts"],
  ["tools/site/made.ts", "../../backend/src/server/server.ts"],
  ["tools/demo/made.ts", "../../backend/src/storage/privateFile.ts"],
  ["tools/bench/scale/made.ts", "../../../backend/src/values/ids.ts"],
  ["e2e/engines/made.ts", "../../backend/test/support/testDatabase.ts"],
  ["vitest.config.ts", "./backend/src/runtime/worker/steadyWrappers.ts"],
];

test("parts of the project must not import each other's insides", () => {
  const allowed = ["./beside.ts", "../launcher/backend.ts"]; // the launcher has a file of this name
  const cases = FORBIDDEN.map(([path, specifier]) => {
    const imports = [specifier, ...allowed].map((from) => `import "${from}";`);
    return [path, imports.join("\n")] as const;
  });
  expect(linesRefused(cases)).toEqual(
    FORBIDDEN.map(([path]) => `${path}:1`).toSorted(),
  );
});

/** Lints made-up files with the project's rules about imports and returns the lines that are refused. */
function linesRefused(files: readonly (readonly [string, string])[]) {
  // Lints without type information, which these files do not have.
  const config = JSON.stringify({ ...oxlintConfig, options: {} });
  const cwd = folderWith([...files, [".oxlintrc.json", config]]);
  const oxlint = join(root, "node_modules/.bin/oxlint");
  const { stdout } = spawnSync(oxlint, ["--format=json"], {
    cwd,
    encoding: "utf8",
  });
  // oxlint's report lists what it has found.
  const report = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  return report.diagnostics
    .filter(({ code }) => code.includes("no-restricted-imports"))
    .map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`)
    .toSorted();
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}
