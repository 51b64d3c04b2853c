import { convexUrl } from "./lib/convexUrl";
import { askFirst } from "./lib/firstAnswers/askFirst";
import { applyColorScheme, currentColorScheme } from "./lib/colorScheme";
import { showsLandingPage } from "./lib/showsLandingPage";
import { storedToken } from "./lib/storedSession";
import { firstQueries } from "./routing/firstQueries";
import { applyLanguage, currentLanguage } from "./texts/language";

/** Files to preload, listed by the build; see site/sitePages.ts. */
/** `pages` pairs a regular expression for the path with the files of the matching page. */
interface PageFiles {
  readonly app: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly pages: readonly (readonly [string, readonly string[]])[];
}

// This script runs in the head, before the first paint, so that language and colours never change
// after it.
const language = currentLanguage();
applyColorScheme(currentColorScheme());
applyLanguage(language);
if (!showsLandingPage()) showApp();

function showApp(): void {
  document.documentElement.dataset.page = "app";
  preloadFiles();
  askForPage();
}

function preloadFiles(): void {
  // Set by the build; undefined in development.
  const files = import.meta.env.PAGE_FILES as PageFiles | undefined;
  if (files === undefined) return;
  const page = files.pages.find(([pattern]) =>
    new RegExp(pattern).test(window.location.pathname),
  );
  // The shell (200.html) already lists the app's own files.
  const isShell = document.currentScript?.dataset.of === "shell";
  preload([
    ...(isShell ? [] : files.app),
    ...(files.texts[language] ?? []),
    ...(page?.[1] ?? []),
  ]);
}

/** Asks for what the page shows first, if this browser has a session. */
function askForPage(): void {
  const url = convexUrl();
  const token = storedToken(url);
  const { pathname, search } = window.location;
  if (token !== null) askFirst(url, token, firstQueries(pathname, search));
}

/** Starts all downloads at once, rather than one after another as modules import each other. */
function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement("link");
    link.href = file;
    link.crossOrigin = "";
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload";
    if (file.endsWith(".css")) link.as = "style";
    document.head.append(link);
  }
}
