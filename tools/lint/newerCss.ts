import type {
  CompatStatement,
  Identifier,
} from "@mdn/browser-compat-data/types";
import { type AtRule, type ChildNode, type Declaration, parse } from "postcss";
import { browsersWithout, compatData } from "./promisedBrowsers.ts";

const { properties, selectors, types, "at-rules": atRules } = compatData.css;

/**
 * For each feature, why a page looks and works as it should in browsers that ignore the feature.
 */
export const EXCUSED: Readonly<Record<string, string>> = {
  cursor: "Phones have none.",
  resize: "iPhones let nobody resize a field.",
  "scrollbar-color": "Scrollbars have the browser's own colours.",
  "scrollbar-width": "A row of filters shows its scrollbar.",
  "field-sizing": "A filter is as wide as its longest value.",
  "text-wrap": "Lines of titles differ more in length.",
  "content-visibility": "Parts are drawn earlier than they are seen.",
  "contain-intrinsic-height": "Goes with content-visibility.",
  "contain-intrinsic-width": "Goes with content-visibility.",
  "text-size-adjust": "Desktops do not enlarge texts by themselves.",
  "text-box-trim": "Labels of buttons sit a hair lower.",
  "text-box-edge": "Goes with text-box-trim.",
  "size-adjust": "Lines move when the font arrives.",
  "ascent-override": "Goes with size-adjust.",
  "descent-override": "Goes with size-adjust.",
  "line-gap-override": "Goes with size-adjust.",
  "break-after": "A heading may be the last line of a printed page.",
  "@media (forced-colors)": "Browsers that do not know it have no such mode.",
  "word-wrap": "The old name of overflow-wrap, which MDN does not list.",
};

/** A part of a style sheet, and what browsers know of it; null if MDN does not list it. */
type Part = readonly [name: string, compat: CompatStatement | null | undefined];

/**
 * Returns the features of a style sheet that a promised browser lacks, with those browsers. Leaves
 * out features with a fallback: an earlier declaration of the same property, or `@supports`.
 */
export function newerCss(sheet: string): string[] {
  const found = new Set<string>();
  parse(sheet).walk((node) => {
    if (isGuarded(node)) return;
    for (const [name, compat] of partsOf(node)) {
      if (Object.hasOwn(EXCUSED, name.replace(/: .*/, ""))) continue;
      const lacking = compat ? browsersWithout(compat) : ["unknown"];
      if (lacking.length > 0) found.add(`${name}: ${lacking.join(", ")}`);
    }
  });
  return [...found];
}

function isGuarded(node: ChildNode): boolean {
  const { parent } = node;
  if (!parent || parent.type === "root") return false;
  const { name, params } = parent as Partial<AtRule>;
  if (name === "supports" || params?.includes("forced-colors")) return true;
  return isGuarded(parent as ChildNode); // only the root has no parent
}

function partsOf(node: ChildNode): Part[] {
  if (node.type === "decl") return declarationParts(node);
  if (node.type === "atrule") return atRuleParts(node);
  if (node.type !== "rule") return [];
  return namesIn(node.selector, /(?<!\\):{1,2}([a-z][a-z-]*)/g).map((name) => [
    `:${name}`,
    selectors?.[name]?.__compat,
  ]);
}

function atRuleParts({ name, params }: AtRule): Part[] {
  const known = atRules?.[name];
  const features = name === "media" ? namesIn(params, /\(([a-z][a-z-]*)/g) : [];
  return [
    [`@${name}`, known?.__compat],
    ...features.map((feature): Part => {
      const bare = feature.replace(/^(?:min|max)-/, "");
      return [`@media (${bare})`, known?.[bare]?.__compat];
    }),
  ];
}

function declarationParts(declaration: Declaration): Part[] {
  const { prop, value, parent } = declaration;
  if (prop.startsWith("-") || hasFallback(declaration)) return [];
  const { name } = parent as Partial<AtRule>;
  const known = name
    ? (atRules?.[name]?.[prop] ?? properties?.[prop])
    : properties?.[prop];
  return [[prop, known?.__compat], ...valueParts(prop, value, known)];
}

function hasFallback(declaration: Declaration): boolean {
  const { nodes = [] } = declaration.parent ?? {};
  return nodes
    .slice(0, nodes.indexOf(declaration))
    .some((node) => node.type === "decl" && node.prop === declaration.prop);
}

/** Keywords of the property, functions and units. Other words are names and numbers. */
function valueParts(prop: string, value: string, known?: Identifier): Part[] {
  const bare = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, "");
  const keywords = namesIn(bare, /(?<![\w-])([a-z][a-z-]*)(?![\w(-])/g);
  const functions = namesIn(bare, /(?<![\w-])([a-z][a-z-]*)\(/g);
  const units = namesIn(bare, /\d([a-z]+)\b/g);
  return [
    ...keywords.map((word) => [`${prop}: ${word}`, known?.[word]] as const),
    ...functions.map((word) => [`${word}()`, functionNamed(word)] as const),
    ...units.map((word) => [word, unitNamed(word)] as const),
  ].flatMap(([name, found]): Part[] =>
    found?.__compat ? [[name, found.__compat]] : [],
  );
}

function functionNamed(name: string): Identifier | undefined {
  const kinds = ["color", "image", "gradient", "easing-function"];
  return [types, ...kinds.map((kind) => types?.[kind])]
    .map((kind) => kind?.[name])
    .find((found) => found?.__compat);
}

function unitNamed(name: string): Identifier | undefined {
  const units = types?.length;
  if (/^dv/.test(name)) return units?.viewport_percentage_units_dynamic;
  if (/^sv/.test(name)) return units?.viewport_percentage_units_small;
  if (/^lv/.test(name)) return units?.viewport_percentage_units_large;
  if (/^cq/.test(name)) return units?.container_query_length_units;
  return units?.[name];
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? "");
