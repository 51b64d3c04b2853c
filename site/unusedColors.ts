/**
 * Leaves the palettes out of Mantine's style sheet that neither the theme nor
 * another variable uses. They were a fifth of all styles of the first page.
 * `src/app/themeColors.d.ts` refuses their names in the code.
 */
import type { Plugin } from "vite";

const VARIABLES =
  /@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.layer\.css$/;

/** Mantine's own palettes that the theme does not replace. */
const UNUSED =
  "pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange";

export function unusedColors(): Plugin {
  let isDone = false;
  return {
    name: "unused-colors",
    apply: "build",
    enforce: "pre",
    transform(css, id) {
      if (!VARIABLES.test(id)) return null;
      isDone = true;
      return { code: withoutPalettes(css), map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isDone)
        throw new Error("The build found no variables of Mantine's palettes.");
    },
  };
}

/** Keeps a variable of an unused palette only if another variable refers to it. */
export function withoutPalettes(css: string): string {
  const declaration = new RegExp(
    `\\s*(--mantine-color-(?:${UNUSED})-[\\w-]+):[^;}]*;?`,
    "g",
  );
  const rest = css.replace(declaration, "");
  return css.replace(declaration, (whole, name: string) =>
    rest.includes(`var(${name})`) ? whole : "",
  );
}
