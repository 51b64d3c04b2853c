import { MINIMUM_VERSIONS_TEXT } from "../../src/lib/browserVersions.ts";
import { noScript as en } from "../../src/texts/en/noScript.ts";
import { noScript as hi } from "../../src/texts/hi/noScript.ts";

const ROOT = '<div id="root"></div>';

/**
 * Adds a text to the page, in both languages, that says the app needs
 * JavaScript. The text is placed below the root, which holds the header.
 * Browsers show it only when scripts are off. It has its own inline styles,
 * because the app's styles only suit its components.
 */
export function withNoScript(page: string): string {
  if (!page.includes(ROOT)) throw new Error("The page has no root.");
  return page.replace(ROOT, `${ROOT}${noScriptText()}`);
}

function noScriptText(): string {
  return [
    `<noscript><main style="${MAIN}">`,
    section("en", en),
    section("hi", hi),
    "</main></noscript>",
  ].join("");
}

const MAIN =
  "max-width:34rem;margin:0 auto;padding:2rem 1rem;font:1.0625rem/1.6 Mukta,system-ui,sans-serif";
const TITLE = "margin:0 0 .5rem;font-size:1.5rem;line-height:1.25";

function section(language: string, texts: typeof en | typeof hi): string {
  const { title, reason, browsers } = texts;
  return [
    `<section lang="${language}" style="margin-bottom:2rem">`,
    `<h1 style="${TITLE}">${title}</h1>`,
    `<p>${reason}</p><p>${browsers(MINIMUM_VERSIONS_TEXT)}</p>`,
    "</section>",
  ].join("");
}
