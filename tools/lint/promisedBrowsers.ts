import compatData from "@mdn/browser-compat-data/forLegacyNode";
import type {
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from "@mdn/browser-compat-data/types";
import { MINIMUM_VERSIONS } from "../../src/lib/browserVersions.ts";

/** What MDN knows of browsers. */
export { compatData };

const PROMISED = [
  ["chrome", MINIMUM_VERSIONS.Chrome],
  ["edge", MINIMUM_VERSIONS.Edge],
  ["firefox", MINIMUM_VERSIONS.Firefox],
  ["safari", MINIMUM_VERSIONS.Safari],
  ["safari_ios", MINIMUM_VERSIONS.Safari],
] as const;

/**
 * Returns the promised browsers in which a feature came too late or never, each with the version
 * that first had it, or "never".
 */
export function browsersWithout({ support }: CompatStatement): string[] {
  return PROMISED.flatMap(([browser, promised]) => {
    const statements = [support[browser] ?? []].flat();
    if (statements.some((each) => isIn(each, promised))) return [];
    return [`${browser} ${statements[0]?.version_added ?? "never"}`];
  });
}

/** Names of the direct members of a feature that a promised browser lacks. */
export function newerMembers(feature: Identifier | undefined): string[] {
  return Object.keys(feature ?? {}).filter((name) => {
    const compat = name === "__compat" ? undefined : feature?.[name]?.__compat;
    return compat !== undefined && browsersWithout(compat).length > 0;
  });
}

/** A feature that needs a prefix counts as present, because the build adds the prefix. */
function isIn(
  { version_added: added, flags }: SimpleSupportStatement,
  promised: string,
): boolean {
  if (typeof added !== "string" || added === "preview" || flags) return false;
  return Number.parseFloat(added.replace("≤", "")) <= Number(promised);
}
