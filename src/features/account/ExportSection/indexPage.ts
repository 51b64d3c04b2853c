import { escapeHtml } from "../../../../convex/shared/escapeHtml";
import type { Language } from "../../../../convex/shared/validators";
import type { ExportTexts } from "../../../texts/useExportTexts";
import type { TextFile } from "./tables";

/** A sound that the page lists. */
export interface ListedSound {
  path: string;
  title: string;
  /** Path of the text file with the words of the sound; null if there are none. */
  wordsPath: string | null;
}

interface PageOptions {
  username: string;
  language: Language;
  texts: ExportTexts["page"];
}

/** Browsers are slow to show longer pages. */
const SOUNDS_PER_PAGE = 500;

/**
 * Writes index.html, index-2.html and so on, which play the sounds from the unpacked folder without
 * a connection. `missing` holds the titles of sounds that were deleted meanwhile.
 */
export function* indexPages(
  options: PageOptions,
  sounds: readonly ListedSound[],
  missing: readonly string[],
): Generator<TextFile> {
  const count = Math.max(1, Math.ceil(sounds.length / SOUNDS_PER_PAGE));
  const names = Array.from({ length: count }, (_, at) =>
    at === 0 ? "index.html" : `index-${at + 1}.html`,
  );
  for (const [at, name] of names.entries()) {
    const first = at * SOUNDS_PER_PAGE;
    const listed = sounds.slice(first, first + SOUNDS_PER_PAGE);
    const note = missingNote(options.texts, at === 0 ? missing : []);
    yield { name, input: indexPage(options, listed, names, note) };
  }
}

function indexPage(
  { username, language, texts: t }: PageOptions,
  sounds: readonly ListedSound[],
  pages: readonly string[],
  note: string,
): string {
  const name = `<bdi>${escapeHtml(username)}</bdi>`;
  const links = pages.map((page) => `<a href="${page}">${page}</a>`);
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gully Cypher: ${escapeHtml(username)}</title>
<style>
body { font: 1rem/1.5 sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; color: #1c1a17; background: #f4f2ee }
li { margin: 1rem 0; overflow-wrap: anywhere } audio { display: block; width: 100% }
</style>
<h1>${t.heading(name)}</h1>
<p>${t.intro}</p>
${note}${links.length < 2 ? "" : `<p>${links.join(" ")}</p>\n`}<ul>
${sounds.map((sound) => soundItem(sound, t.words)).join("\n")}
</ul>
</html>
`;
}

const missingNote = (t: ExportTexts["page"], titles: readonly string[]) => {
  if (titles.length === 0) return "";
  const items = titles.map((title) => `<li><bdi>${escapeHtml(title)}</bdi>`);
  return `<p>${t.missing}</p>\n<ul>\n${items.join("\n")}\n</ul>\n`;
};

const soundItem = ({ path, title, wordsPath }: ListedSound, words: string) => {
  const link = wordsPath && ` <a href="${addressOf(wordsPath)}">${words}</a>`;
  return `<li><bdi>${escapeHtml(title)}</bdi>${link ?? ""}<audio controls preload="none" src="${addressOf(path)}"></audio></li>`;
};

const addressOf = (path: string) =>
  path.split("/").map(encodeURIComponent).join("/");
