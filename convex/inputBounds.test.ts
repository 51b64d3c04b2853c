/// <reference types="vite/client" />
/** Calls every public function with an oversized value in each argument. */
import { makeFunctionReference } from "convex/server";
import { ConvexError, type Value } from "convex/values";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { requireBounded } from "./inputBounds";
import { makeWorld, type Person } from "./testing/test.world";

const MEGABYTE = 2 ** 20;
/**
 * Texts this long must be refused before anything normalises them or matches
 * patterns.
 */
const LONG = 10_000;
/** Far more than a check takes on a busy machine. Successful attacks took minutes. */
const MOST_MS = 60_000;

const modules = import.meta.glob<Record<string, unknown>>(
  ["./*.ts", "!./*.test.ts", "!./*.config.ts"],
  { eager: true },
);

/**
 * The form in which a registered function's `exportArgs` describes its
 * arguments.
 */
type Shape =
  | { type: "object"; value: Record<string, { fieldType: Shape }> }
  | { type: "array"; value: Shape }
  | { type: "union"; value: Shape[] }
  | { type: "literal"; value: Value }
  | { type: "id"; tableName: string }
  | { type: "string" | "number" | "boolean" | "null" | "any" | "record" };

interface Registered {
  isPublic?: boolean;
  isQuery?: boolean;
  isMutation?: boolean;
  exportArgs(): string;
}

const publicFunctions = Object.entries(modules).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter(
      (entry): entry is [string, Registered] =>
        typeof entry[1] === "function" &&
        "isPublic" in entry[1] &&
        entry[1].isPublic === true,
    )
    .map(([name, registered]) => ({
      name: `${path.replace(/^\.\/|\.ts$/g, "")}:${name}`,
      kind: kindOf(registered),
      shape: JSON.parse(registered.exportArgs()) as Shape,
    })),
);

const HOSTILE: Record<string, () => Value> = {
  "a megabyte of letters": () => "a".repeat(MEGABYTE),
  "a megabyte of combining marks": () => "\u0301\u0327".repeat(MEGABYTE / 4),
  "a megabyte of surrogates": () => "\u{1F600}".repeat(MEGABYTE / 4),
  "a megabyte of right-to-left text": () => "\u202E\u05D0".repeat(MEGABYTE / 4),
  "a deep value": () => nested(60),
  "a wide list": () => Array.from({ length: 8000 }, () => "a"),
  "a wide object": () =>
    Object.fromEntries(Array.from({ length: 1020 }, (_, n) => [`a${n}`, "a"])),
  "a list of long texts": () =>
    Array.from({ length: 100 }, () => "a".repeat(LONG)),
};

let asBoth: Person;
/** Existing ids, so that only the hostile value is wrong. */
let ids: Record<string, string>;

beforeAll(async () => {
  const world = await makeWorld();
  ({ asBoth } = world);
  const beats = await world.publishBeat(asBoth);
  const verses = await world.publishVerse(asBoth, beats);
  const _storage = await world.upload({ name: "verse-2s-live.webm" });
  ids = { beats, verses, _storage };
});

afterEach(() => vi.restoreAllMocks());

test("finds the public functions, including those of Convex Auth", () => {
  expect(publicFunctions.length).toBeGreaterThan(25);
  const names = publicFunctions.map(({ name }) => name);
  expect(names).toContain("auth:signIn");
});

describe.each(publicFunctions)("$name", ({ name, kind, shape }) => {
  const cases = pathsOf(shape).flatMap((path) =>
    Object.keys(HOSTILE).map((value) => ({ path: path.join("."), value })),
  );
  if (cases.length === 0) {
    test("takes no arguments and refuses any", async () => {
      await expectRefused({ extra: "a".repeat(MEGABYTE) });
    });
    return;
  }
  test.each(cases)("refuses $value as $path", async ({ path, value }) => {
    const hostile = HOSTILE[value]?.() ?? null;
    await expectRefused(argsWith(shape, path.split("."), hostile));
  });

  async function expectRefused(args: Record<string, Value>) {
    const longest = watchTexts();
    const startedAtMs = performance.now();
    const error: unknown = await call(name, kind, args).then(
      () => new Error("It was allowed."),
      (reason: unknown) => reason,
    );
    expect(performance.now() - startedAtMs).toBeLessThan(MOST_MS);
    expect(longest()).toBeLessThan(LONG);
    expect(isRefusal(error)).toBe(true);
  }
});

test("accepts everything that a form can send", () => {
  const peaks = Array.from({ length: 800 }, () => 255);
  const tags = Array.from({ length: 5 }, () => "x".repeat(30));
  requireBounded({ title: "x".repeat(100), tags, peaks, bpm: 90 });
  requireBounded({ bio: "x".repeat(2500), youtube: "x".repeat(200) });
  requireBounded({ contentIds: peaks.slice(0, 100).map(() => "x".repeat(32)) });
  requireBounded({ beatId: "x", words: "x".repeat(16_000), base: null });
  requireBounded({ params: { flow: "signUp", role: "producer" } });
});

test.each([
  ["a long text", "x".repeat(2501)],
  ["a long name", { ["x".repeat(2501)]: 1 }],
  ["long bytes", new ArrayBuffer(2501)],
  ["many values", Array.from({ length: 1001 }, () => null)],
  ["many long texts", Array.from({ length: 6 }, () => "x".repeat(1999))],
  ["a deep value", [[[[[1]]]]]],
  ["a long text that only has the name of words", { words: "x".repeat(2501) }],
])("refuses %s", (_, value) => {
  expect(() => requireBounded({ value })).toThrow("INPUT_TOO_LARGE");
});

test("bounds words too, next to everything else", () => {
  const peaks = Array.from({ length: 800 }, () => 255);
  requireBounded({ words: "x".repeat(16_000), peaks });
  const most = () => requireBounded({ words: "x".repeat(16_001) });
  expect(most).toThrow("INPUT_TOO_LARGE");
});

type Kind = "query" | "mutation" | "action";

function kindOf({ isQuery, isMutation }: Registered): Kind {
  if (isQuery) return "query";
  return isMutation ? "mutation" : "action";
}

function call(
  name: string,
  kind: Kind,
  args: Record<string, Value>,
): Promise<unknown> {
  switch (kind) {
    case "query":
      return asBoth.query(makeFunctionReference<"query">(name), args);
    case "mutation":
      return asBoth.mutation(makeFunctionReference<"mutation">(name), args);
    case "action":
      return asBoth.action(makeFunctionReference<"action">(name), args);
  }
}

/**
 * Accepts a refusal by our bounds, by the argument validator or by the client.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof ConvexError) {
    const data: unknown = error.data;
    return JSON.stringify(data).includes("INPUT_TOO_LARGE");
  }
  return (
    error instanceof Error &&
    /ArgumentValidationError|Validator error|Object contains extra field|too (deep|large|long|many)|nest/i.test(
      error.message.slice(0, 1000),
    )
  );
}

/**
 * Returns the length of the longest text that our own code normalises, folds,
 * splits or matches.
 */
function watchTexts(): () => number {
  let longest = 0;
  const watch = (text: string) => {
    if (text.length <= longest) return;
    const callers = new Error().stack?.split("\n").slice(2, 9) ?? [];
    const isOurs = callers.some((line) =>
      /\/convex\/(?!_generated|test\.|inputBounds\.test)/.test(
        line.replace(/.*node_modules/, ""),
      ),
    );
    if (isOurs) longest = text.length;
  };
  const texts = String.prototype as unknown as Methods<string>;
  for (const name of ["normalize", "toUpperCase", "toLowerCase", "split"]) {
    const original = texts[name];
    vi.spyOn(texts, name).mockImplementation(function (this: string, ...args) {
      if (this.length >= LONG) watch(this);
      return original?.apply(this, args);
    });
  }
  const match = RegExp.prototype.exec; // oxlint-disable-line typescript/unbound-method -- bound again below
  vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (
    this: RegExp,
    text: string,
  ) {
    if (text.length >= LONG) watch(text);
    return match.call(this, text);
  });
  return () => longest;
}

type Methods<This> = Record<
  string,
  (this: This, ...args: unknown[]) => unknown
>;

/** Lists the path of every argument and of every field or element in it. */
function pathsOf(shape: Shape): string[][] {
  switch (shape.type) {
    case "object":
      return Object.entries(shape.value).flatMap(([name, { fieldType }]) => [
        [name],
        ...pathsOf(fieldType).map((path) => [name, ...path]),
      ]);
    case "array":
    case "record":
    case "any":
      return [["0"]];
    default:
      return [];
  }
}

function argsWith(shape: Shape, path: string[], value: Value) {
  const args = exampleOf(shape) as Record<string, Value>; // it has the shape of the arguments
  const [last = "", ...outer] = path.toReversed();
  let holder: Record<string, Value> = args;
  for (const name of outer.toReversed()) {
    holder = holder[name] as Record<string, Value>; // `pathsOf` found an object here
  }
  holder[last] = value;
  return args;
}

function exampleOf(shape: Shape): Value {
  switch (shape.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(shape.value).map(([name, { fieldType }]) => [
          name,
          exampleOf(fieldType),
        ]),
      );
    case "union":
      return shape.value[0] ? exampleOf(shape.value[0]) : null;
    case "literal":
      return shape.value;
    case "array":
      return [];
    case "record":
    case "any":
      return {};
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "id":
      return ids[shape.tableName] ?? "";
    case "string":
      return "a";
  }
}

function nested(depth: number): Value {
  let value: Value = "a";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
