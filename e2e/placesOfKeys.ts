import type { Locator } from "@playwright/test";

/** Returns the names and places of all controls in a dialog. */
export const placesOfKeys = (dialog: Locator): Promise<string[]> =>
  dialog.locator("button, input, summary, [role=slider]").evaluateAll((keys) =>
    keys.map((key) => {
      const { left, top } = key.getBoundingClientRect();
      const name = key.getAttribute("aria-label") ?? key.textContent;
      return `${name} at ${Math.round(left)}, ${Math.round(top)}`;
    }),
  );
