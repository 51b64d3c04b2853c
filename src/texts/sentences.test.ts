/// <reference types="vite/client" />
import { expect, test } from "vitest";
import { MESSAGES } from "../../convex/shared/messages";
import { errors as hindi } from "./hi/errors";

const files = import.meta.glob<Record<string, unknown>>(
  ["./{en,hi}/*.ts", "!./*/all.ts"],
  { eager: true },
);

/** Lists the texts of a language with their paths, such as "auth.auth.signIn.network". */
const textsIn = (language: string): [string, string][] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`./${language}/`))
    .flatMap(([path, texts]) => leaves(texts, path.slice(5, -3)));

function leaves(node: unknown, path: string): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) =>
    leaves(child, `${path}.${key}`),
  );
}

test.each([
  ["en", MESSAGES],
  ["hi", hindi.byCode],
])("in %s, an error code has one sentence", (language, byCode) => {
  expect(Object.keys(byCode)).toEqual(Object.keys(MESSAGES));
  const sentences = new Set(Object.values(byCode));
  const isOfErrors = /^errors\.errors\.byCode\./;
  const repeated = textsIn(language).filter(
    ([path, text]) => !isOfErrors.test(path) && sentences.has(text),
  );
  expect(repeated).toEqual([]);
});
