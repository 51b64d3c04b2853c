/**
 * Builds the HTML documents of the site. `index.html` is the landing page,
 * rendered at build time in each language. `200.html` is the shell for every
 * other address, empty except for the header; static hosts expect this name. A
 * host that only knows `index.html` can serve it for every address, a little
 * slower.
 */
import { type Plugin, type Rolldown, createServer } from "vite";
import { buildFirstPaint } from "./firstPaint.ts";
import { withLinkPreview } from "./linkPreview.ts";
import { withNoScript } from "./noScript.ts";
import { buildOldBrowser } from "./oldBrowser.ts";
import { type PageFiles, SiteFiles } from "./siteFiles.ts";

const LANGUAGES = ["en", "hi"] as const;

/**
 * The font of the name in the header and of headlines. A headline that almost
 * fills its line may wrap differently in it. The app loads the other fonts.
 */
const SHELL_FONT = /teko-latin-700-.*\.woff2$/;

const STYLE_LINKS = /<link rel="stylesheet" crossorigin href="([^"]+)">/g;
const FILE_LINKS = /<link rel="(stylesheet|modulepreload)" [^>]*>\n?/g;
/** The fonts that come over the network. The others are on the device. */
const FETCHED_FONTS = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

const EMPTY_ROOT = '<div id="root"></div>';

type Language = (typeof LANGUAGES)[number];

interface Landing {
  renderLanding: (language: Language) => Promise<string>;
}

interface Header {
  renderHeader: (language: Language) => string;
}

/** The HTML that the build renders. Each text holds all languages. */
interface Drawn {
  readonly landing: string;
  readonly header: string;
}

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
      const pageFor = async (needed: PageFiles) =>
        insert(String(index.source), "</title>", [
          `<script>${await buildFirstPaint(root, needed)}</script>`,
          // Deferred, so it does not delay painting but runs before the modules.
          `<script defer src="/${oldBrowser.fileName}"></script>`,
        ]);
      const shell = insert(
        withFiles(
          await pageFor({ ...pageFiles, landing: {} }),
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
        // People with a session see /home here. The shell serves the other pages.
        await pageFor({ ...pageFiles, pages: pagesAt("/", pageFiles) }),
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

function pagesAt(path: string, { pages }: PageFiles): PageFiles["pages"] {
  return pages.filter(([pattern]) => new RegExp(pattern).test(path));
}

function findIndex(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const index = bundle["index.html"];
  if (index?.type !== "asset") throw new Error("The build has no index.html.");
  return index;
}

/** Renders through a Vite server that does not listen on a port. */
async function draw(root: string, files: SiteFiles): Promise<Drawn> {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, watch: null, ws: false },
  });
  try {
    // This is what the modules export.
    const { renderLanding } = (await vite.ssrLoadModule(
      "/src/features/landing/renderLanding.tsx",
    )) as Landing;
    const { renderHeader } = (await vite.ssrLoadModule(
      "/src/features/shell/renderHeader.tsx",
    )) as Header;
    const landings = await Promise.all(
      LANGUAGES.map(async (language) => {
        const html = await renderLanding(language);
        return `<div data-prerendered="${language}">${html}</div>`;
      }),
    );
    const headers = LANGUAGES.map((language) => {
      const html = renderHeader(language);
      return `<div data-header="${language}">${html}</div>`;
    });
    const drawn = { landing: landings.join(""), header: headers.join("") };
    requireStyles(drawn.landing + drawn.header, files.styleText());
    return drawn;
  } finally {
    await vite.close();
  }
}

/**
 * Checks that every rendered class has a style. Rendering and building generate
 * class names separately, so they could disagree.
 */
function requireStyles(html: string, styles: string): void {
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) {
      if (name !== "" && !styles.includes(`.${name}`))
        throw new Error(`The build drew class ${name}, but no style has it.`);
    }
  }
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
    .replace(
      '<script type="module"',
      '<script type="module" fetchpriority="low"',
    )
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
