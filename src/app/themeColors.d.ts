import type { MantineColorsTuple } from "@mantine/core";

/**
 * The names of colours: the palettes of the theme, Mantine's name for quiet text, and our own
 * variables. The build leaves Mantine's other palettes out; see tools/site/themeStyle.ts.
 */
type ThemeColor =
  | "haldi"
  | "sindoor"
  | "peacock"
  | "dark"
  | "gray"
  | "red"
  | "dimmed"
  | `var(--${string})`;

declare module "@mantine/core" {
  export interface MantineThemeColorsOverride {
    colors: Record<ThemeColor, MantineColorsTuple>;
  }
}
