/** Writes the tables of docs/data.md from the comments in the schema. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPage } from "../../convex/testing/test.dataPage.ts";

const root = join(import.meta.dirname, "../..");
const page = join(root, "docs/data.md");

/** The files of a folder that may hold tables or facts of them, by name. */
function sourcesIn(folder: string, pattern: RegExp): string[] {
  const names = readdirSync(join(root, folder)).filter((name) =>
    pattern.test(name),
  );
  return names.sort().map((name) => read(join(root, folder, name)));
}

const read = (path: string) => readFileSync(path, "utf8");

writeFileSync(
  page,
  dataPage(read(page), [
    ...sourcesIn("convex", /^(schema|\w+Tables)\.ts$/),
    ...sourcesIn("convex/shared", /^\w+Facts\.ts$/),
  ]),
);
