import { expect, test } from "vitest";
import { renderThemeStyle } from "./renderThemeStyle";

test("returns the theme's variables of both colour schemes as plain CSS", () => {
  const css = renderThemeStyle();
  expect(css).toContain("--mantine-color-haldi-5: #ffb915");
  for (const scheme of ["light", "dark"])
    expect(css).toMatch(
      new RegExp(
        `\\[data-mantine-color-scheme="${scheme}"\\][^}]*--mantine-color-body: var\\(--gc-bg\\)`,
      ),
    );
  expect(css).not.toMatch(/[<>]|&\w+;/);
});
