/**
 * Builds the HTML documents of the site. `index.html` is the landing page,
 * rendered at build time in each language. `200.html` is the shell for every
 * other address, empty except for the header; static hosts expect this name. A
 * host that only knows `index.html` can serve it for every address, a little
 * slower.
 */
import type { Plugin, Rolldown } from "vite";
import type { PageFiles } from "../src/lib/pageFiles.ts";
import { type Drawn, LANGUAGES, draw } from "./drawPages.ts";
import { buildFirstPaint } from "./firstPaint.ts";
import { withLinkPreview } from "./linkPreview.ts";
import { withNoScript } from "./noScript.ts";
import { buildOldBrowser } from "./oldBrowser.ts";
import { SiteFiles, patternOf } from "./siteFiles.ts";

/**
 * The font of the name in the header and of headlines. A headline that almost
 * fills its line may wrap differently in it. The app loads the other fonts.
 */
const SHELL_FONT = /teko-latin-700-.*\.woff2$/;

const STYLE_LINKS = /<link rel="stylesheet" crossorigin href="([^"]+)">/g;
const FILE_LINKS = /<link rel="(stylesheet|modulepreload)" [^>]*>\n?/g;
const ENTRY = /<script type="module" [^>]*><\/script>\n?/;
/** The fonts that come over the network. The others are on the device. */
const FETCHED_FONTS = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

const EMPTY_ROOT = '<div id="root"></div>';

export function sitePages(siteUrl: string | undefined): Plugin[] {
  let root = process.cwd();
  const written: Plugin = {
    name: "site-pages",
    apply: "build",
    enforce: "post",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const files = new SiteFiles(bundle);
      const pageFiles = files.pageFiles();
      const oldBrowser = await buildOldBrowser(root);
      this.emitFile({ type: "asset", ...oldBrowser });
      const drawn = await draw(root, files);
      const index = findIndex(bundle);
      const pageFor = async (needed: PageFiles, tags: readonly string[] = []) =>
        insert(String(index.source), "</title>", [
          `<script>${await buildFirstPaint(root, needed)}</script>`,
          ...tags,
        ]);
      const write = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: "asset", name, source }))}`;
      const skeletons = writeSkeletons(drawn.skeletons, pageFiles, write);
      const shell = insert(
        withFiles(
          await pageFor({ ...pageFiles, landing: {}, skeletons }, [
            // Deferred, so it does not delay painting but runs before the modules, which wait for it.
            `<script defer fetchpriority="high" src="/${oldBrowser.fileName}"></script>`,
          ]),
          files.neededBy("src/app/mountApp.tsx"),
        ),
        "</title>",
        [preload(files.asset(SHELL_FONT))],
      );
      this.emitFile({
        type: "asset",
        fileName: "200.html",
        source: withNoScript(withLinkPreview(shell, siteUrl, null))
          .replace("<script>", '<script data-of="shell">')
          .replace(EMPTY_ROOT, `<div id="root">${drawn.header}</div>`),
      });
      const landing = landingPage(
        await pageFor({
          ...pageFiles,
          scripts: [
            { src: `/${oldBrowser.fileName}`, type: "text/javascript" },
            { src: files.entry(), type: "module" },
          ],
          app: [files.entry(), ...pageFiles.app],
          // People with a session see /home here. The shell serves the other pages.
          pages: pagesAt("/", pageFiles),
        }),
        files,
        drawn.landing,
      );
      index.source = withLinkPreview(landing, siteUrl, "/");
    },
  };
  const served: Plugin = {
    name: "first-paint-in-development",
    apply: "serve",
    transformIndexHtml: () => [
      { tag: "script", attrs: { type: "module", src: "/src/firstPaint.ts" } },
    ],
  };
  return [written, served];
}

/** Writes each skeleton as a file of its own, so that other pages do not carry it. */
function writeSkeletons(
  skeletons: Drawn["skeletons"],
  pageFiles: PageFiles,
  write: (name: string, source: string) => string,
): PageFiles["skeletons"] {
  return Object.keys(skeletons.en).map((path) => {
    const styles = pagesAt(path, pageFiles)
      .flatMap(([, files]) => files)
      .filter((file) => file.endsWith(".css"));
    const name = `skeleton${path.replace(/\W+/g, "-")}`;
    const files = LANGUAGES.map((language) => {
      const source = skeletons[language][path] ?? "";
      return [
        language,
        { html: write(`${name}-${language}.html`, source), styles },
      ];
    });
    return [patternOf(path), Object.fromEntries(files)];
  });
}

function pagesAt(path: string, { pages }: PageFiles): PageFiles["pages"] {
  return pages.filter(([pattern]) => new RegExp(pattern).test(path));
}

function findIndex(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const index = bundle["index.html"];
  if (index?.type !== "asset") throw new Error("The build has no index.html.");
  return index;
}

/**
 * Returns a page that is complete without scripts, and contains all that its
 * first frame needs. The first script loads the other files after that frame.
 */
function landingPage(page: string, files: SiteFiles, drawn: string): string {
  const needed = files.neededBy("src/features/landing/mountLanding.tsx");
  const links = withFiles(page, needed).match(STYLE_LINKS) ?? [];
  const styles = links
    .map((link) => files.textOf(link.replace(STYLE_LINKS, "$1")))
    .join("\n")
    // Until these come, the fallbacks are as wide and as high.
    .replace(FETCHED_FONTS, "");
  return page
    .replace(FILE_LINKS, "")
    .replace(ENTRY, "")
    .replace(EMPTY_ROOT, () => EMPTY_ROOT + drawn)
    .replace("</head>", () => `<style>${styles}</style>\n</head>`)
    .replace(
      "</body>",
      () => `<noscript>${links.join("")}</noscript>\n</body>`,
    );
}

const preload = (font: string): string =>
  `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="${font}">`;

function withFiles(page: string, files: readonly string[]): string {
  const tags = [...new Set(files)]
    .filter((file) => !page.includes(`href="${file}"`))
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="stylesheet" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    );
  return page.replace("</head>", `${tags.join("\n")}\n</head>`);
}

function insert(page: string, after: string, tags: readonly string[]): string {
  return page.replace(after, () => `${after}\n${tags.join("\n")}`);
}
