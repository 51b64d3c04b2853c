import type { Page } from "./document";
import { markup } from "./html";
import { appLink, textsOf, type View } from "./view";

/** The page at an address that has nothing to show, or no longer has it. */
export function absentPage(view: View, why: "removed" | "missing"): Page {
  const t = textsOf(view);
  const [title, text] =
    why === "removed"
      ? [t.removedTitle, t.removedText]
      : [t.missingTitle, t.missingText];
  return {
    title,
    about: text,
    path: null,
    returnPath: null,
    tags: null,
    main: markup`<div class="cover plain">
<div>
<h1>${title}</h1>
<p class="credit">${text}</p>
</div>
</div>
<div class="actions">
<a class="action first" href="${appLink(view, "/")}">${t.toStart}</a>
</div>`,
    hasPlayer: false,
  };
}
