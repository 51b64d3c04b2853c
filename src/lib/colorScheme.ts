import { readChoice, writeChoice } from "./storedChoice";

export type ColorScheme = "light" | "dark";

/** Mantine's own key, so that the landing page (which has no Mantine) and the app agree. */
const storageKey = "mantine-color-scheme-value";

export function currentColorScheme(): ColorScheme {
  const stored = readChoice(storageKey);
  if (stored === "light" || stored === "dark") return stored;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function applyColorScheme(scheme: ColorScheme): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
}

export function chooseColorScheme(scheme: ColorScheme): void {
  writeChoice(storageKey, scheme);
  applyColorScheme(scheme);
}
