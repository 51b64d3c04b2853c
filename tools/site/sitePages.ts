/**
 * Builds the HTML documents of the site. `index.html` is the landing page,
 * rendered at build time in each language. `200.html` is the shell for every
 * other address, empty except for the header; static hosts expect this name. A
 * host that only knows `index.html` can serve it for every address, a little
 * slower.
 */
import type { Plugin, Rolldown } from "vite";
import type { PageFiles } from "../../src/lib/pageFiles.ts";
import { patternOf } from "../../src/routing/paths.ts";
import { type Drawn, LANGUAGES, draw } from "./drawPages.ts";
import { buildFirstPaint } from "./firstPaint.ts";
import { withLinkPreview } from "./linkPreview.ts";
import { withNoScript } from "./noScript.ts";
import { buildOldBrowser } from "./oldBrowser.ts";
import { SiteFiles } from "./siteFiles.ts";

/**
 * The font of the site's name in the header and of headlines. In another font, a headline that
 * almost fills its line may wrap differently. The app loads the other fonts.
 */
const SHELL_FONT = /teko-latin-700-.*\.woff2$/;

const STYLE_LINKS = /<link rel="stylesheet" crossorigin href="([^"]+)">\n?/g;
/** Matches the tags with which the bundler starts the site. The first script starts it instead. */
const CODE =
  /<link rel="modulepreload" [^>]*>\n?|<script type="module" [^>]*><\/script>\n?/g;
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
      const bare = String(index.source).replace(CODE, "");
      const pageFor = async (needed: PageFiles, tags: readonly string[] = []) =>
        insert(bare, "</title>", [
          `<script>${await buildFirstPaint(root, needed)}</script>`,
          ...tags,
        ]);
      const write = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: "asset", name, source }))}`;
      const skeletons = writeSkeletons(drawn.skeletons, pageFiles, write);
      const entry = { src: files.entry(), type: "module" };
      const shellFiles = {
        ...pageFiles,
        scripts: [entry],
        landing: {},
        app: pageFiles.app.filter(isScript),
        skeletons,
      };
      const shell = insert(
        withStyles(
          await pageFor(shellFiles, [
            // The page itself loads this file, because browsers that cannot read the first script
            // need it.
            `<script defer fetchpriority="high" src="/${oldBrowser.fileName}"></script>`,
          ]),
          pageFiles.app,
        ),
        "</title>",
        [preload(files.asset(SHELL_FONT))],
      );
      this.emitFile({
        type: "asset",
        fileName: "200.html",
        source: withNoScript(withLinkPreview(shell, siteUrl, null)).replace(
          EMPTY_ROOT,
          `<div id="root">${drawn.header}</div>`,
        ),
      });
      const landing = landingPage(
        await pageFor(
          {
            ...pageFiles,
            scripts: [
              { src: `/${oldBrowser.fileName}`, type: "text/javascript" },
              entry,
            ],
            // People with a session see /home here. The shell serves the other pages.
            pages: pagesAt("/", pageFiles),
          },
          // Only for browsers that cannot read the first script. In the others, the first script
          // loads this file.
          [`<script nomodule defer src="/${oldBrowser.fileName}"></script>`],
        ),
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
  const links = withStyles(page, needed).match(STYLE_LINKS) ?? [];
  const styles = links
    .map((link) => files.textOf(link.replace(STYLE_LINKS, "$1")))
    .join("\n")
    // Until these fonts come, texts use fallback fonts of the same width and height.
    .replace(FETCHED_FONTS, "");
  return page
    .replace(STYLE_LINKS, "")
    .replace(EMPTY_ROOT, () => EMPTY_ROOT + drawn)
    .replace("</head>", () => `<style>${styles}</style>\n</head>`)
    .replace(
      "</body>",
      () => `<noscript>${links.join("")}</noscript>\n</body>`,
    );
}

const preload = (font: string): string =>
  `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="${font}">`;

const isScript = (file: string): boolean => !file.endsWith(".css");

function withStyles(page: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !isScript(file) && !page.includes(`href="${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`);
  return page.replace("</head>", `${links.join("\n")}\n</head>`);
}

function insert(page: string, after: string, tags: readonly string[]): string {
  return page.replace(after, () => `${after}\n${tags.join("\n")}`);
}
