import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { transform } from "lightningcss";
import { expect, test } from "vitest";
import { MINIMUM_VERSIONS } from "../../src/lib/browserVersions.ts";
import { EXCUSED, newerCss } from "./newerCss.ts";

const read = (file: string) => readFileSync(file, "utf8");
const { resolve } = createRequire(import.meta.url);

/** Style sheets of the app, and those of Mantine that it imports. */
const sheets = [
  ...globSync("src/**/*.css"),
  ...new Set(
    globSync("src/**/*.{ts,tsx}").flatMap((file) =>
      [...read(file).matchAll(/^import "(@mantine\/[^"]+\.css)";/gm)].map(
        ([, sheet]) => resolve(sheet ?? ""),
      ),
    ),
  ),
];

const [safari = 0, minor = 0] = MINIMUM_VERSIONS.Safari.split(".").map(Number);
const targets = {
  chrome: Number(MINIMUM_VERSIONS.Chrome) << 16,
  edge: Number(MINIMUM_VERSIONS.Edge) << 16,
  firefox: Number(MINIMUM_VERSIONS.Firefox) << 16,
  safari: (safari << 16) | (minor << 8),
  ios_saf: (safari << 16) | (minor << 8),
};

/** A style sheet as the build emits it. */
const built = (filename: string): string =>
  transform({
    filename,
    code: readFileSync(filename),
    minify: true,
    targets,
    cssModules: filename.endsWith(".module.css"),
  }).code.toString();

test("no style sheet uses what a promised browser lacks", () => {
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.map((sheet) => [sheet, newerCss(built(sheet))]);
  expect(found.filter(([, newer]) => newer?.length)).toEqual([]);
});

test("nothing is excused that no style sheet uses", () => {
  const all = sheets.map(read).join("\n");
  const unused = Object.keys(EXCUSED).filter(
    (name) => !all.includes(name.replace(/^@media \(|\)$/g, "")),
  );
  expect(unused).toEqual([]);
});

test.each([
  ["p { anchor-name: --a }", "anchor-name"],
  ["p { color: oklch(50% 0.1 20) }", "oklch()"],
  ["p { color: color-mix(in srgb, red, blue) }", "color-mix()"],
  ["p { height: 3rlh }", "rlh"],
  ["p { word-break: auto-phrase }", "word-break: auto-phrase"],
  ["p:popover-open { color: red }", ":popover-open"],
  ["p::details-content { color: red }", ":details-content"],
  ["@starting-style { p { color: red } }", "@starting-style"],
  ["@media (scripting: none) { p { color: red } }", "@media (scripting)"],
  ["p { no-such-property: 1 }", "no-such-property"],
])("finds %s", (sheet, name) => {
  expect(newerCss(sheet).map((found) => found.split(": ")[0])).toEqual([
    name.split(": ")[0],
  ]);
  expect(newerCss(sheet)[0]).toContain(name);
});

test.each([
  "p:has(a) { display: grid; height: 100dvh; inset: 0; gap: 1rem }",
  "p { color: red; color: color-mix(in srgb, red, blue) }",
  "@supports (anchor-name: --a) { p { anchor-name: --a } }",
  "@layer base { p:focus-visible { aspect-ratio: 1 } }",
  '@font-face { font-family: "A"; src: url(a.woff2); font-display: swap }',
  "p { background: url(oklch.png); animation: 1s oklch; --a: oklch(1 0 0) }",
])("accepts %s", (sheet) => {
  expect(newerCss(sheet)).toEqual([]);
});
