import { readChoice, writeChoice } from "./storedChoice";

export type ColorScheme = "light" | "dark";

/** Mantine's storage key, so that the app and the landing page (which loads no Mantine) agree. */
const STORAGE_KEY = "mantine-color-scheme-value";

/** The stored choice, or the system's preference. */
export function currentColorScheme(): ColorScheme {
  const stored = readChoice(STORAGE_KEY);
  if (stored === "light" || stored === "dark") return stored;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function applyColorScheme(scheme: ColorScheme): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
}

/** Stores the choice and applies it. */
export function chooseColorScheme(scheme: ColorScheme): void {
  writeChoice(STORAGE_KEY, scheme);
  applyColorScheme(scheme);
}
