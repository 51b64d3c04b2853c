import { type ReactNode, startTransition } from "react";
import { type Root, createRoot, hydrateRoot } from "react-dom/client";

/** Marks what the build has drawn into the page, once for each language. */
const PRERENDERED = "data-prerendered";

let root: Root | null = null;

/** One for the page: the landing page hands it over to the app. In slices, so that a finger is not kept waiting. */
export function renderPage(page: ReactNode): void {
  const current = (root ??= createRoot(emptyContainer()));
  startTransition(() => current.render(page));
}

/** Takes over what the build has drawn in this language; draws it where there is no such thing. */
export function hydratePage(language: string, page: ReactNode): void {
  const drawn = document.querySelector(`[${PRERENDERED}="${language}"]`);
  if (root !== null || drawn === null) return renderPage(page);
  drawn.removeAttribute(PRERENDERED);
  removePrerendered();
  startTransition(() => {
    root = hydrateRoot(drawn, page);
  });
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
