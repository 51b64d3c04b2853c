import {
  cruise,
  type ICruiseResult,
  type IViolation,
} from "dependency-cruiser";
import { importRules } from "./importRules.ts";
import type { Tree } from "./layers.ts";

const NOT_OURS = ["node_modules", "/_generated/", "/dist/", "/\\.cache/"];

/**
 * Follows the imports of all files below `roots` and names the forbidden ones,
 * a line for each. Imports of types count as well.
 * @param baseDir where `roots` and the roots of `trees` are
 */
export async function checkImports(
  roots: readonly string[],
  trees: readonly Tree[],
  baseDir: string,
): Promise<string[]> {
  const { output } = await cruise([...roots], {
    baseDir,
    validate: true,
    ruleSet: { forbidden: importRules(trees) },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: NOT_OURS },
    outputType: "json",
  });
  // With this output type, the output is a string.
  const { summary } = JSON.parse(output as string) as ICruiseResult;
  return summary.violations.map(lineOf);
}

function lineOf({ from, to, rule, cycle }: IViolation): string {
  const path = cycle?.map(({ name }) => name) ?? [to];
  return `${[from, ...path].join(" → ")}\n  ${rule.name}`;
}
