/**
 * The documents of the site. `index.html` is the landing page, drawn at build
 * in each language; `200.html` is the empty shell of every other address, as
 * static hosts name it. Where a host knows `index.html` only, that serves every
 * address, a little slower.
 */
import { type Plugin, type Rolldown, createServer } from "vite";
import { buildFirstPaint } from "./firstPaint.ts";
import { withLinkPreview } from "./linkPreview.ts";
import { SiteFiles } from "./siteFiles.ts";

const LANGUAGES = ["en", "hi"] as const;

/** The letters of the first words; the rest comes when the page asks for it. */
const LANDING_FONTS = [
  /teko-latin-700-.*\.woff2$/,
  /mukta-latin-400-.*\.woff2$/,
];
/** Small, and there before a title is: one that nearly fills its line may break elsewhere in them. */
const SHELL_FONTS = [/teko-latin-500-.*\.woff2$/, /teko-latin-700-.*\.woff2$/];

const EMPTY_ROOT = '<div id="root"></div>';

interface Landing {
  renderLanding: (language: (typeof LANGUAGES)[number]) => Promise<string>;
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
      const script = await buildFirstPaint(root, files.pageFiles());
      this.emitFile({ type: "asset", ...script });
      const index = findIndex(bundle);
      const page = insert(String(index.source), "</title>", [
        `<script src="/${script.fileName}"></script>`,
      ]);
      const shell = insert(
        withFiles(page, files.neededBy("src/app/mountApp.tsx")),
        "</title>",
        preloads(files, SHELL_FONTS),
      );
      this.emitFile({
        type: "asset",
        fileName: "200.html",
        source: withLinkPreview(shell, siteUrl, null).replace(
          "<script src",
          '<script data-of="shell" src',
        ),
      });
      const landing = landingPage(page, files, await drawLanding(root, files));
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

function findIndex(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const index = bundle["index.html"];
  if (index?.type !== "asset") throw new Error("The build has no index.html.");
  return index;
}

/** By Vite's own server, which listens to nobody. */
async function drawLanding(root: string, files: SiteFiles): Promise<string> {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, watch: null, ws: false },
  });
  try {
    // What the module exports: see there.
    const { renderLanding } = (await vite.ssrLoadModule(
      "/src/features/landing/renderLanding.tsx",
    )) as Landing;
    const drawn = await Promise.all(
      LANGUAGES.map(async (language) => {
        const html = await renderLanding(language);
        return `<div data-prerendered="${language}">${html}</div>`;
      }),
    );
    requireStyles(drawn.join(""), files.styleText());
    return drawn.join("");
  } finally {
    await vite.close();
  }
}

/** Drawing and building name the classes apart from each other: they must agree. */
function requireStyles(html: string, styles: string): void {
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) {
      if (name !== "" && !styles.includes(`.${name}`))
        throw new Error(`The landing page has class ${name}, no style has.`);
    }
  }
}

function landingPage(page: string, files: SiteFiles, drawn: string): string {
  const needed = [
    ...files.neededBy("src/features/landing/mountLanding.tsx"),
    ...files.neededBy("src/features/landing/landingTextsEn.ts"),
  ];
  const fonts = preloads(files, LANDING_FONTS);
  // The page is complete without script: what it looks like comes first.
  const later = withFiles(insert(page, "</title>", fonts), needed).replace(
    /<(script type="module"|link rel="modulepreload")/g,
    '<$1 fetchpriority="low"',
  );
  return later.replace(EMPTY_ROOT, EMPTY_ROOT + drawn);
}

function preloads(files: SiteFiles, fonts: readonly RegExp[]): string[] {
  return fonts.map(
    (name) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="${files.asset(name)}">`,
  );
}

function withFiles(page: string, files: readonly string[]): string {
  const tags = [...new Set(files)]
    .filter((file) => !page.includes(file))
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="stylesheet" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    );
  return page.replace("</head>", `${tags.join("\n")}\n</head>`);
}

function insert(page: string, after: string, tags: readonly string[]): string {
  return page.replace(after, `${after}\n${tags.join("\n")}`);
}
