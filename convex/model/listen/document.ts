import { HEAD_SCRIPT, SCRIPT, STYLE } from "./assets";
import { fontFaces } from "./fontFaces";
import { Html, markup } from "./html";
import { appFile, appLink, linkTo, textsOf, type View } from "./view";

export interface Page {
  readonly title: string;
  readonly about: string;
  /** Path of this page; null for a page that should not be indexed. */
  readonly path: string | null;
  /** The path in the app to which signing in leads. */
  readonly returnPath: string | null;
  readonly tags: Html | null;
  readonly main: Html;
  readonly hasPlayer: boolean;
}

/** Renders a whole document. It needs no other file to be complete. */
export function renderDocument(view: View, page: Page): string {
  const t = textsOf(view);
  const script = page.hasPlayer
    ? markup`<script>${new Html(SCRIPT)}</script>`
    : null;
  return markup`<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${page.title} · ${t.name}</title>
<meta name="description" content="${page.about}" />
<meta name="theme-color" content="#14100c" />
<link rel="icon" type="image/svg+xml" href="${appFile(view, "/favicon.svg")}"/>
${addresses(view, page)}
<meta property="og:site_name" content="${t.name}" />
<meta property="og:locale" content="${view.language === "hi" ? "hi_IN" : "en_IN"}"/>
<meta property="og:title" content="${page.title}" />
<meta property="og:description" content="${page.about}" />
${page.tags}
<link rel="expect" blocking="render" href="#player" />
<script>${new Html(HEAD_SCRIPT)}</script>
<style>${new Html(STYLE)}</style>
<style>${new Html(fontFaces(view))}</style>
</head>
<body>
<a class="skip" href="#main">${t.skip}</a>
${bar(view, page)}
<main id="main" tabindex="-1">${page.main}</main>
${script}
</body>
</html>
`.text;
}

/** A page whose address names its language is the canonical one in that language. */
function addresses(view: View, { path }: Page): Html {
  if (path === null) return markup`<meta name="robots" content="noindex" />`;
  const url = `${view.origin}${path}`;
  const own = `${view.origin}${linkTo(view, path)}`;
  return markup`<link rel="canonical" href="${own}" />
<link rel="alternate" hreflang="en" href="${url}?lang=en" />
<link rel="alternate" hreflang="hi" href="${url}?lang=hi" />
<link rel="alternate" hreflang="x-default" href="${url}" />
<meta property="og:url" content="${own}" />`;
}

const TEETH = [0, 60, 120, 180, 240, 300].map(
  (angle) =>
    markup`<rect x="28.5" y="12" width="7" height="10" rx="2" transform="rotate(${angle} 32 32)"/>`,
);

const MARK = markup`<svg viewBox="0 0 64 64" width="40" height="40" fill="#ffb915" aria-hidden="true">
<circle cx="32" cy="32" r="30" />
<circle cx="32" cy="32" r="19" fill="#14100c" />
${TEETH}
<circle cx="32" cy="32" r="3.4" fill="#f5ead3" />
</svg>`;

function bar(view: View, { returnPath }: Page): Html {
  const t = textsOf(view);
  const other = view.language === "en" ? "hi" : "en";
  const next =
    returnPath === null ? "" : `?next=${encodeURIComponent(returnPath)}`;
  return markup`<header class="bar">
<nav>
<a class="brand" href="${appLink(view, "/")}">${MARK}<span>${t.name}</span></a>
<a data-later href="?lang=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a>
<a href="${appLink(view, `/login${next}`)}">${t.signIn}</a>
</nav>
</header>`;
}
