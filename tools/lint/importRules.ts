/** Rules for dependency-cruiser, made from the list of layers. */
import type { IForbiddenRuleType } from "dependency-cruiser";
import type { Tree } from "./layers.ts";

/** Tests may import from everywhere: they put together what they need. */
const TESTS = "\\.test\\.tsx?$";

export function importRules(trees: readonly Tree[]): IForbiddenRuleType[] {
  return [
    {
      name: "Files must not import each other in a circle.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...trees.flatMap((tree) => [...layerRules(tree), ...apartRules(tree)]),
  ];
}

function layerRules(tree: Tree): IForbiddenRuleType[] {
  return tree.layers.flatMap((layer, level) =>
    Object.keys(layer).flatMap((place) => {
      const above = placesOf(tree)
        .filter((other) => levelOf(tree, other) >= level && other !== place)
        .map((other) => patternOf(tree, other));
      // An empty list would forbid everything.
      if (above.length === 0) return [];
      return {
        name: `${tree.root}/${place} imports only what is before it in tools/lint/layers.ts.`,
        severity: "error" as const,
        from: { path: patternOf(tree, place), pathNot: TESTS },
        to: { path: above },
      };
    }),
  );
}

function apartRules({ root, apart }: Tree): IForbiddenRuleType[] {
  return apart.map((folders) => ({
    name: `These never import each other: ${folders.join(", ")}.`,
    severity: "error",
    from: { path: `^${root}/(${folders.join("|")})/`, pathNot: TESTS },
    to: {
      path: `^${root}/(${folders.join("|")})/`,
      pathNot: `^${root}/$1/`,
    },
  }));
}

export function placesOf({ layers }: Tree): string[] {
  return layers.flatMap((layer) => Object.keys(layer));
}

function levelOf({ layers }: Tree, place: string): number {
  return layers.findIndex((layer) => place in layer);
}

/** Matches the paths of the files that a place covers. */
export function patternOf(tree: Tree, place: string): string {
  if (place === ".") return `^${tree.root}/${exceptOwn(tree, "")}[^/]+$`;
  const path = `${tree.root}/${place}`;
  const isFile = /\.tsx?$/.test(place);
  if (isFile) return `^${path.replaceAll(".", "\\.")}$`;
  return `^${path}/${exceptOwn(tree, `${place}/`)}`;
}

/** Returns a pattern that leaves out the places below `prefix` that have a layer themselves. */
function exceptOwn(tree: Tree, prefix: string): string {
  const own = placesOf(tree)
    .filter((place) => place !== "." && place.startsWith(prefix))
    .map((place) => place.slice(prefix.length).replaceAll(".", "\\."))
    .map((rest) => (/\.tsx?$/.test(rest) ? `${rest}$` : `${rest}/`));
  return own.length === 0 ? "" : `(?!${own.join("|")})`;
}
