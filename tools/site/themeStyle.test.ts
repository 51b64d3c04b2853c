import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutPalettes } from "./themeStyle.ts";

const SHEET = join(
  import.meta.dirname,
  "../../node_modules/@mantine/core/styles/default-css-variables.layer.css",
);

test("unused palettes go, and every variable that is still referred to stays", async () => {
  const css = await readFile(SHEET, "utf8");
  const left = withoutPalettes(css);
  expect(left).not.toContain("--mantine-color-grape-");
  expect(left.length).toBeLessThan(css.length / 2);
  const defined = new Set(left.match(/--[\w-]+(?=:)/g));
  for (const [, name = ""] of left.matchAll(/var\((--mantine-color[\w-]+)\)/g))
    expect(defined).toContain(name);
});

test("the theme's own palettes stay", () => {
  const css = ":root{--mantine-color-red-6:#f00;--mantine-color-lime-6:#0f0}";
  expect(withoutPalettes(css)).toBe(":root{--mantine-color-red-6:#f00;}");
});
