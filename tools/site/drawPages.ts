/** Renders what the pages show before their code has come. */
import type { SiteFiles } from "./siteFiles.ts";
import { withModules } from "./withModules.ts";

export const LANGUAGES = ["en", "hi"] as const;

type Language = (typeof LANGUAGES)[number];

interface Landing {
  renderLanding: (language: Language) => Promise<string>;
}

interface Skeletons {
  renderSkeletons: (language: Language) => Promise<Record<string, string>>;
}

interface Header {
  renderHeader: (language: Language) => string;
}

/** The HTML that the build renders. */
export interface Drawn {
  /** In all languages. */
  readonly landing: string;
  /** In all languages. */
  readonly header: string;
  /** By language and path. */
  readonly skeletons: Readonly<Record<Language, Record<string, string>>>;
}

/** Classes of Mantine. Their names are fixed, and some have no style. */
const MANTINE = /^m_/;

/** Renders everything. Throws if a rendered class has no style in the build's files. */
export async function draw(root: string, files: SiteFiles): Promise<Drawn> {
  return await withModules(root, async (load) => {
    // This is what the modules export.
    const { renderLanding } = (await load(
      "/src/features/landing/renderLanding.tsx",
    )) as Landing;
    const { renderHeader } = (await load(
      "/src/features/shell/renderHeader.tsx",
    )) as Header;
    const { renderSkeletons } = (await load(
      "/src/app/skeleton/renderSkeletons.tsx",
    )) as Skeletons;
    const drawn = {
      landing: await inLanguages("data-prerendered", renderLanding),
      header: await inLanguages("data-header", renderHeader),
      skeletons: {
        en: await renderSkeletons("en"),
        hi: await renderSkeletons("hi"),
      },
    };
    const skeletons = Object.values(drawn.skeletons).flatMap((pages) =>
      Object.values(pages),
    );
    requireStyles(
      [drawn.landing, drawn.header, ...skeletons].join(""),
      files.styleText(),
    );
    return drawn;
  });
}

/** Renders in each language, into an element that names the language. */
async function inLanguages(
  attribute: string,
  render: (language: Language) => string | Promise<string>,
): Promise<string> {
  const drawn = LANGUAGES.map(
    async (language) =>
      `<div ${attribute}="${language}">${await render(language)}</div>`,
  );
  return (await Promise.all(drawn)).join("");
}

/**
 * Checks that every rendered class has a style. Rendering and building generate
 * class names separately, so they could disagree.
 */
function requireStyles(html: string, styles: string): void {
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) {
      if (name !== "" && !MANTINE.test(name) && !styles.includes(`.${name}`))
        throw new Error(`The build drew class ${name}, but no style has it.`);
    }
  }
}
