import { firstNames } from "./app/skeleton/firstNames";
import { showSkeleton } from "./app/skeleton/showSkeleton";
import { START_FAILED, showStartFailure } from "./app/startFailure";
import { heroEndId } from "./features/landing/heroEndId";
import { convexUrl } from "./lib/convexUrl";
import { askFirst } from "./lib/firstAnswers/askFirst";
import { applyColorScheme, currentColorScheme } from "./lib/colorScheme";
import { keepEarlyPress } from "./lib/earlyPress";
import { startWithFirstFrame, whenParsed } from "./lib/firstFrame";
import type { PageFiles } from "./lib/pageFiles";
import { showsLandingPage } from "./lib/showsLandingPage";
import { storedToken } from "./lib/storedSession";
import { firstQueries } from "./routing/firstQueries";
import { applyLanguage, currentLanguage } from "./texts/language";

/** Set by the build; undefined in development. */
const files = import.meta.env.PAGE_FILES as PageFiles | undefined;

// This script runs in the head, before the first paint, so that language and colours never change
// after the paint.
const language = currentLanguage();
applyColorScheme(currentColorScheme());
applyLanguage(language);
if (showsLandingPage()) showLanding();
else showApp();

/**
 * Hides everything that the first screen does not need, and loads no files until the first screen
 * has been drawn.
 */
function showLanding(): void {
  keepEarlyPress();
  if (language === "hi") document.documentElement.dataset.fonts = "waiting";
  drawFrom(heroEndId(language));
  startWithFirstFrame(() => {
    load(files?.landing[language] ?? [], "stylesheet");
    runScripts();
  });
}

/**
 * Delays the first frame until the parser has reached this element, in browsers that support that.
 */
function drawFrom(id: string): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "expect", href: `#${id}` });
  link.setAttribute("blocking", "render");
  document.head.append(link);
}

function showApp(): void {
  document.documentElement.dataset.page = "app";
  // By this event the page's own script, which detects old browsers, has run.
  document.addEventListener("DOMContentLoaded", runScripts);
  window.addEventListener(START_FAILED, () => showStartFailure(language));
  // Asked before the files are loaded, because the answers are small and the page's first words
  // need them.
  askForPage();
  whenParsed(preloadFiles);
}

function preloadFiles(): void {
  if (files === undefined) return;
  const texts = files.texts[language] ?? [];
  const page = atThisPath(files.pages) ?? [];
  load([...new Set([...files.app, ...texts, ...page])], "preload");
}

/**
 * Sends the page's first queries if this browser has a session, and shows the page's first words.
 */
function askForPage(): void {
  const url = convexUrl();
  const token = storedToken(url);
  const { pathname, search } = window.location;
  if (token === null) return;
  const questions = askFirst(url, token, firstQueries(pathname, search));
  const skeleton = atThisPath(files?.skeletons ?? [])?.[language];
  if (skeleton !== undefined && questions.length > 1)
    void showSkeleton(skeleton, firstNames(questions));
}

function atThisPath<Found>(
  list: readonly (readonly [string, Found])[],
): Found | undefined {
  const { pathname } = window.location;
  return list.find(([pattern]) => new RegExp(pattern).test(pathname))?.[1];
}

/**
 * Starts all downloads at once, because modules that import each other would download one after
 * another.
 */
function load(
  addresses: readonly string[],
  relOfStyles: "preload" | "stylesheet",
): void {
  for (const address of addresses) {
    const isStyle = address.endsWith(".css");
    const link = document.createElement("link");
    link.href = address;
    link.crossOrigin = "";
    link.rel = isStyle ? relOfStyles : "modulepreload";
    if (isStyle) link.as = "style";
    // The page may contain these styles already. Placed before its own styles, they change nothing
    // when they arrive.
    document.head.prepend(link);
  }
}

/** Runs the scripts that start the site, in their order. */
function runScripts(): void {
  for (const { src, type } of files?.scripts ?? []) {
    const script = document.createElement("script");
    Object.assign(script, { src, type, async: false, crossOrigin: "" });
    script.onerror = () => window.dispatchEvent(new Event(START_FAILED));
    document.head.append(script);
  }
}
