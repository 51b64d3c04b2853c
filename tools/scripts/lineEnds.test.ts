import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const git = (...args: readonly string[]) =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 });

/** git for Windows sets this. */
const AS_ON_WINDOWS = ["-c", "core.autocrlf=true"];

test("a checkout with the settings of Windows has the same line ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "line-ends-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kinds = ["*.ts", "*.tsx", "*.md", "*.mjs", "*.json", "*.css", "*.html"];
  const listed = git("ls-files", "-z", "--eol", "launcher", "e2e", ...kinds);
  // Sounds and pictures are not text, and may contain any bytes.
  const texts = listed.split("\0").filter((line) => line.includes("attr/text"));
  const names = texts.map((line) => line.slice(line.indexOf("\t") + 1));
  // A few of each folder.
  const some = names.filter((_, at) => at % 40 === 0);
  expect(some.length).toBeGreaterThan(20);
  git(
    ...[...AS_ON_WINDOWS, "checkout-index", "--force"],
    ...[`--prefix=${folder}/`, "--", ...some],
  );
  const changed = some.filter((name) =>
    readFileSync(join(folder, name), "utf8").includes("\r"),
  );
  expect(changed).toEqual([]);
});
