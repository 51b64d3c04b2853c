/**
 * Writes the theme's variables into Mantine's style sheet, so that phones need not compute them
 * when the app starts. Leaves out the palettes that neither the theme nor another variable uses:
 * they were a fifth of all styles of the first page. `src/app/themeColors.d.ts` refuses their names
 * in the code.
 */
import type { Plugin } from "vite";
import { withModules } from "./withModules.ts";

const VARIABLES =
  /@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.layer\.css$/;

/** Mantine's own palettes that the theme does not replace. */
const UNUSED =
  "pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange";

interface ThemeStyle {
  renderThemeStyle: () => string;
}

export function themeStyle(): Plugin {
  let root = process.cwd();
  let isDone = false;
  return {
    name: "theme-style",
    apply: "build",
    enforce: "pre",
    configResolved: (config) => {
      root = config.root;
    },
    async transform(css, id) {
      if (!VARIABLES.test(id)) return null;
      isDone = true;
      // This is what the module exports.
      const { renderThemeStyle } = await withModules(
        root,
        (load) => load("/src/app/renderThemeStyle.tsx") as Promise<ThemeStyle>,
      );
      const code = withoutPalettes(`${css}\n${renderThemeStyle()}`);
      return { code, map: null };
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
