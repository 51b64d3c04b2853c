import { describe, expect, it } from "vitest";
import { en } from "./en/all";
import { hi } from "./hi/all";
import { preferredLanguage } from "./language";

/** Every text with its path; functions are called with stand-ins. */
function leaves(node: unknown, path = ""): [string, unknown][] {
  if (typeof node !== "object" || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) =>
    leaves(child, path === "" ? key : `${path}.${key}`),
  );
}

const shape = (texts: unknown) =>
  leaves(texts)
    .map(([path, leaf]) => `${path}: ${typeof leaf}`)
    .sort();

describe("the two languages", () => {
  it("have the same texts", () => {
    expect(shape(hi)).toEqual(shape(en));
  });

  it("have no empty text", () => {
    for (const [path, leaf] of [...leaves(en), ...leaves(hi)]) {
      expect(leaf, path).not.toBe("");
    }
  });

  it("are two languages: Hindi is written in Devanagari", () => {
    const allowedLatin = new Set([
      "cassetteSide",
      "bpm",
      "otherLanguage",
      "switchLanguage",
    ]);
    const latinOnly = leaves(hi).filter(
      ([path, leaf]) =>
        typeof leaf === "string" &&
        !/[\u0900-\u097F]/.test(leaf) &&
        /[a-z]{3}/i.test(leaf) &&
        !allowedLatin.has(path.split(".").at(-1) ?? ""),
    );
    expect(latinOnly).toEqual([]);
  });
});

describe("the language of the first visit", () => {
  it.each([
    [null, ["hi-IN", "en"], "hi"],
    [null, ["hi"], "hi"],
    [null, ["en-IN", "hi"], "en"],
    [null, ["hil"], "en"],
    [null, [], "en"],
    ["hi", ["en-GB"], "hi"],
    ["en", ["hi-IN"], "en"],
    ["fr", ["hi-IN"], "hi"],
  ] as const)("stored %j, browser %j: %s", (stored, browser, language) => {
    expect(preferredLanguage(stored, browser)).toBe(language);
  });
});
