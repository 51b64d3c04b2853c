import { type ReactNode, startTransition } from "react";
import { type Root, createRoot, hydrateRoot } from "react-dom/client";
import { takeEarlyPress } from "./earlyPress";

/** Marks the elements that the build has prerendered, one per language. */
const PRERENDERED = "data-prerendered";

let root: Root | null = null;

/**
 * Renders `page` into the document's only React root, which the landing page and the app share.
 * Renders in a transition, so the page stays responsive to input.
 */
export function renderPage(page: ReactNode): void {
  const current = (root ??= createRoot(emptyContainer()));
  startTransition(() => current.render(page));
}

/**
 * Hydrates the markup that the build prerendered in this language, or renders `page` if there is
 * none.
 */
export function hydratePage(language: string, page: ReactNode): void {
  const drawn = document.querySelector(`[${PRERENDERED}="${language}"]`);
  if (root !== null || drawn === null) return renderPage(page);
  drawn.removeAttribute(PRERENDERED);
  removePrerendered();
  const pressed = takeEarlyPress(drawn);
  startTransition(() => {
    root = hydrateRoot(drawn, page);
  });
  // React hydrates at once for a click.
  pressed?.click();
}

function emptyContainer(): Element {
  removePrerendered();
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no #root.");
  return container;
}

function removePrerendered(): void {
  document.querySelectorAll(`[${PRERENDERED}]`).forEach((drawn) => {
    drawn.remove();
  });
}
