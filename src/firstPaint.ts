import { applyColorScheme, currentColorScheme } from "./lib/colorScheme";
import { isStrangerAtDoor } from "./lib/strangerAtDoor";
import { applyLanguage, currentLanguage } from "./texts/language";

/** What the page will ask for anyhow, found out at build; see scripts/site/sitePages.ts. */
interface PageFiles {
  readonly app: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly pages: readonly (readonly [string, readonly string[]])[];
}

// Runs in the head, before anything is painted: nothing on the page changes its language or colours later.
const language = currentLanguage();
applyColorScheme(currentColorScheme());
applyLanguage(language);
if (!isStrangerAtDoor()) showApp();

function showApp(): void {
  document.documentElement.dataset.page = "app";
  // Written by the build; development knows of no files.
  const files = import.meta.env.PAGE_FILES as PageFiles | undefined;
  if (files === undefined) return;
  const page = files.pages.find(([pattern]) =>
    new RegExp(pattern).test(window.location.pathname),
  );
  // The shell names those of the app itself.
  const isShell = document.currentScript?.dataset.of === "shell";
  preload([
    ...(isShell ? [] : files.app),
    ...(files.texts[language] ?? []),
    ...(page?.[1] ?? []),
  ]);
}

/** Without waiting for the code that asks for them, one after the other. */
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
