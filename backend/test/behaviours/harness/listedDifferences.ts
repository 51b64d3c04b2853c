import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

const README = join(import.meta.dirname, "../../../README.md");
const HEADING = "## Beside convex-test";

export interface ListedDifference {
  readonly why: string;
  readonly wanted: boolean;
}

interface Row extends ListedDifference {
  readonly capability: string;
}

/**
 * Expects that the README lists exactly these differences for the capability.
 */
export async function expectListed(
  capability: string,
  differences: readonly ListedDifference[],
): Promise<void> {
  const rows = (await listedRows()).filter(
    (row) => row.capability === capability,
  );
  const declared = new Map(differences.map(({ why, wanted }) => [why, wanted]));
  const expected = [...declared].map(
    ([why, wanted]) => `| ${capability} | ${why} | ${wanted ? "yes" : "no"} |`,
  );
  const listed = rows.map(
    ({ why, wanted }) =>
      `| ${capability} | ${why} | ${wanted ? "yes" : "no"} |`,
  );
  expect(listed.sort()).toEqual(expected.sort());
}

export async function listedCapabilities(): Promise<Set<string>> {
  return new Set((await listedRows()).map(({ capability }) => capability));
}

async function listedRows(): Promise<Row[]> {
  const text = await readFile(README, "utf8");
  const section = text.split(`${HEADING}\n`)[1]?.split("\n## ")[0];
  if (section === undefined) throw new Error(`There is no "${HEADING}".`);
  const [, , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return rows.map((line) => {
    const [capability = "", why = "", wanted = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { capability, why, wanted: wanted === "yes" };
  });
}
