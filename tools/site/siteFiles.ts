/**
 * Finds the files that the build made from a module, so that pages can request
 * them before the code that needs them runs.
 */
import type { Rolldown } from "vite";
import type { PageFiles } from "../../src/lib/pageFiles.ts";
import { paths, patternOf } from "../../src/routing/paths.ts";

const ENTRY = "src/main.tsx";

export class SiteFiles {
  readonly #assets: readonly Rolldown.OutputAsset[];
  readonly #chunks: readonly Rolldown.OutputChunk[];

  constructor(bundle: Rolldown.OutputBundle) {
    const files = Object.values(bundle);
    this.#assets = files.filter((file) => file.type === "asset");
    this.#chunks = files.filter((file) => file.type === "chunk");
  }

  /**
   * Returns the addresses of all files a module needs to run: scripts, then
   * styles.
   */
  neededBy(module: string): string[] {
    const names = new Set([this.#chunkOf(module).fileName]);
    const styles = new Set<string>();
    for (const name of names) {
      const chunk = this.#chunks.find(({ fileName }) => fileName === name);
      chunk?.imports.forEach((imported) => names.add(imported));
      chunk?.viteMetadata?.importedCss.forEach((style) => styles.add(style));
    }
    return [...names, ...styles].map((name) => `/${name}`);
  }

  /** Returns the address of the script that starts the site. */
  entry(): string {
    return `/${this.#chunkOf(ENTRY).fileName}`;
  }

  /**
   * Returns the address of the first asset whose name matches. Throws if none
   * does.
   */
  asset(name: RegExp): string {
    const found = this.#assets.find(({ fileName }) => name.test(fileName));
    if (!found) throw new Error(`The build has no file like ${name}.`);
    return `/${found.fileName}`;
  }

  /** Returns the content of an asset. Throws if there is none at this address. */
  textOf(address: string): string {
    const found = this.#assets.find(
      ({ fileName }) => `/${fileName}` === address,
    );
    if (!found) throw new Error(`The build has no file ${address}.`);
    return String(found.source);
  }

  /** Returns all style sheets as one text. */
  styleText(): string {
    return this.#assets
      .filter(({ fileName }) => fileName.endsWith(".css"))
      .map(({ source }) => String(source))
      .join("\n");
  }

  /**
   * Returns the files that the landing page needs, and those that each page of
   * the app and each language needs in addition to the app itself.
   */
  pageFiles(): PageFiles {
    const landing = (texts: string) => [
      ...new Set([
        ...this.neededBy(ENTRY),
        ...this.neededBy("src/features/landing/mountLanding.tsx"),
        ...this.neededBy(`src/features/landing/${texts}.ts`),
      ]),
    ];
    const app = this.neededBy("src/app/mountApp.tsx");
    const beyondApp = (module: string) =>
      this.neededBy(module).filter((file) => !app.includes(file));
    const pages = Object.entries(paths).map(([name, path]) => {
      // A signed-in person who opens the landing page is sent to /home.
      const page = path === paths.landing ? "home" : name;
      return [patternOf(path), beyondApp(`src/pages/${page}Page.tsx`)] as const;
    });
    return {
      scripts: [],
      landing: {
        en: landing("landingTextsEn"),
        hi: landing("landingTextsHi"),
      },
      app,
      texts: {
        en: beyondApp("src/texts/en/all.ts"),
        hi: beyondApp("src/texts/hi/all.ts"),
      },
      pages,
      skeletons: [],
    };
  }

  /** Ignores case, because route names and module names differ in it. */
  #chunkOf(module: string): Rolldown.OutputChunk {
    const end = `/${module}`.toLowerCase();
    const found = this.#chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.toLowerCase().endsWith(end)),
    );
    if (!found) throw new Error(`The build has no chunk with ${module}.`);
    return found;
  }
}
