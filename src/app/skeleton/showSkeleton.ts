import { whenParsed } from "../../lib/firstFrame";
import type { Skeleton } from "../../lib/pageFiles";
import { type Names, fillSkeleton } from "./fillSkeleton";

/**
 * Shows the skeleton of a page under the header as soon as its names are known, unless the app has
 * drawn the page already. The app removes the skeleton when it draws.
 */
export function showSkeleton(
  { html, styles }: Skeleton,
  names: Promise<Names | null>,
): Promise<void> {
  const text = fetch(html).then((answer) => (answer.ok ? answer.text() : null));
  return Promise.all([text, names, applyStyles(styles)])
    .then(([drawn, known]) => {
      if (drawn !== null && known !== null && !hasApp())
        insert(fillSkeleton(drawn, known));
    })
    .catch(() => undefined); // without a skeleton, the page appears a little later, with its code
}

/** Adds the styles after those of the page, so that they win, and waits until they are loaded. */
function applyStyles(addresses: readonly string[]): Promise<unknown> {
  return new Promise((resolve) =>
    whenParsed(() => resolve(Promise.all(addresses.map(applyStyle)))),
  );
}

/**
 * The app has drawn the page if the shell's header is gone: the app replaces everything in its
 * root.
 */
const hasApp = () => document.querySelector("#root > [data-header]") === null;

/** Rejects if the style sheet cannot be loaded. The app then loads it again. */
function applyStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    // The link starts as a preload, because the app would not wait for a style sheet that is
    // already in the page, even if that is still loading.
    Object.assign(link, { rel: "preload", as: "style", crossOrigin: "" });
    link.href = address;
    link.onerror = reject;
    link.onload = () => {
      link.onload = () => resolve();
      link.rel = "stylesheet";
    };
    document.head.appendChild(link);
  });
}

function insert(html: string): void {
  const skeleton = document.createElement("div");
  skeleton.setAttribute("aria-hidden", "true");
  skeleton.inert = true;
  skeleton.innerHTML = html;
  document.getElementById("root")?.appendChild(skeleton);
}
