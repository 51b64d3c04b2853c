/// <reference types="vite/client" />
import { expect, test } from "vitest";
import page from "../../docs/data.md?raw";
import schema from "../schema";
import { dataPage } from "./test.dataPage";

/** The part of a validator that names its fields. */
interface Shape {
  kind: string;
  fields?: Record<string, Shape>;
}

/** Returns the names of all fields. Fields of nested objects have a dot. */
function namesIn({ kind, fields = {} }: Shape, prefix = ""): string[] {
  if (kind !== "object") return [prefix.slice(0, -1)];
  return Object.entries(fields).flatMap(([name, shape]) =>
    namesIn(shape, `${prefix}${name}.`),
  );
}

const inSchema = Object.entries(schema.tables).flatMap(([table, definition]) =>
  namesIn(definition.validator as Shape).map((field) => `${table}.${field}`),
);

/** Reads "table.field" from the rows below each heading with a table. */
function fieldsOnPage(): string[] {
  const sections = page.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const table = /^`(\w+)`/.exec(section)?.[1];
    if (table === undefined) return [];
    const rows = [...section.matchAll(/^\| `([\w.]+)` +\|(.*)\|$/gm)];
    return rows.map(([, field = ""]) => `${table}.${field}`);
  });
}

/** The texts of files, in the order of their names. */
const textsOf = (files: Record<string, string>) =>
  Object.keys(files)
    .sort()
    .map((path) => files[path] ?? "");

const sources = [
  ...textsOf(
    import.meta.glob<string>("../{schema,*Tables}.ts", {
      ...{ query: "?raw", import: "default", eager: true },
    }),
  ),
  ...textsOf(
    import.meta.glob<string>("../shared/*Facts.ts", {
      ...{ query: "?raw", import: "default", eager: true },
    }),
  ),
];

test("docs/data.md says what the comments in the schema say; `npm run data` writes it", () => {
  expect(page).toBe(dataPage(page, sources));
});

test("docs/data.md names every table and field of the schema, and no other", () => {
  expect(inSchema).toContain("verses.beat.producerId");
  expect(fieldsOnPage().sort()).toEqual([...inSchema].sort());
});

test("docs/data.md says for every field what it is for, who reads it and when it is deleted", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThanOrEqual(inSchema.length);
  for (const row of rows) {
    const cells = row.split("|").slice(1, -1);
    expect(cells.map((cell) => cell.trim() !== "")).toEqual(
      Array(4).fill(true),
    );
  }
});

test("docs/data.md lists each place outside the tables once", () => {
  const section = page
    .split(/^#+ /m)
    .find((part) => part.startsWith("Outside"));
  const rows =
    section?.split("\n").filter((line) => line.startsWith("| ")) ?? [];
  const places = rows.map((row) => row.split("|")[1]?.trim());
  expect(places).toContain("the person's browser");
  expect(new Set(places).size).toBe(places.length);
});
