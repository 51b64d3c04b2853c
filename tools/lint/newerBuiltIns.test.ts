import { expect, test } from "vitest";
import { NEWER_GLOBALS, NEWER_PROPERTIES } from "./newerBuiltIns.ts";
import { compatData, newerMembers } from "./promisedBrowsers.ts";

const builtIns = compatData.javascript.builtins;
const newerObjects = newerMembers(builtIns).filter(
  (name) => name in globalThis,
);

/** An object with functions, such as a constructor or a prototype. */
type Holder = Readonly<Record<string, unknown>>;

function isFunctionOf(holder: unknown, name: string): boolean {
  if (holder === undefined) return false;
  const found = Object.getOwnPropertyDescriptor(holder, name);
  return typeof found?.value === "function";
}

/** The functions of a built-in that a promised browser lacks, as the linter names them. */
function newerFunctions(object: string): string[] {
  const holder = Reflect.get(globalThis, object) as Holder | undefined; // all built-ins are objects
  return newerMembers(builtIns?.[object]).flatMap((name) => {
    if (isFunctionOf(holder, name)) return [`${object}.${name}`];
    return isFunctionOf(holder?.prototype, name) ? [name] : [];
  });
}

test("the linter refuses every object of the language that a promised browser lacks", () => {
  const refused = NEWER_GLOBALS.map(({ name }) => name);
  expect(newerObjects).toContain("Float16Array");
  expect(newerObjects.filter((name) => !refused.includes(name))).toEqual([]);
});

test("the linter refuses every function of the language that a promised browser lacks", () => {
  const refused = NEWER_PROPERTIES.map((each) =>
    "object" in each
      ? `${String(each.object)}.${each.property}`
      : each.property,
  );
  const newer = Object.keys(builtIns ?? {})
    // Iterators have methods with the same names as arrays, and the linter cannot tell them apart.
    .filter((object) => object !== "Iterator" && !newerObjects.includes(object))
    .flatMap(newerFunctions);
  expect(newer).toContain("toSorted");
  expect(newer).toContain("Promise.withResolvers");
  expect(newer.filter((name) => !refused.includes(name))).toEqual([]);
});
