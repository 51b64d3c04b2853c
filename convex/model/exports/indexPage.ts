import { escapeHtml } from "../../shared/escapeHtml";
import type { Language } from "../../shared/validators";

/** A sound that the page lists. */
export interface Sound {
  path: string;
  title: string;
  /** The text file of its words, if there is one. */
  wordsPath?: string;
}

interface Person {
  username: string;
  language: Language;
}

const TEXTS = {
  en: {
    heading: (name: string) => `${name} on Gully Cypher`,
    intro:
      'Everything you made here. The tables next to this page hold the rest: open the CSV files in a spreadsheet, or the JSON files in a program. The folder "words" has what you wrote as text files, drafts too.',
    words: "Words",
  },
  hi: {
    heading: (name: string) => `गली साइफ़र पर ${name}`,
    intro:
      "जो कुछ आपने यहाँ बनाया। बाकी सब इस पेज के पास की तालिकाओं में है: CSV फ़ाइलें स्प्रेडशीट में खोलें, या JSON फ़ाइलें किसी प्रोग्राम में। आपके लिखे बोल, ड्राफ़्ट भी, “words” फ़ोल्डर में टेक्स्ट फ़ाइलों के रूप में हैं।",
    words: "बोल",
  },
};

/**
 * Writes the page that plays the sounds from the unpacked folder, without a
 * connection. `pages` are the names of all such pages.
 */
export function indexPage(
  { username, language }: Person,
  sounds: readonly Sound[],
  pages: readonly string[],
): string {
  const t = TEXTS[language];
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
${links.length < 2 ? "" : `<p>${links.join(" ")}</p>\n`}<ul>
${sounds.map((sound) => soundItem(sound, t.words)).join("\n")}
</ul>
</html>
`;
}

const soundItem = ({ path, title, wordsPath }: Sound, words: string) => {
  const link = wordsPath && ` <a href="${addressOf(wordsPath)}">${words}</a>`;
  return `<li><bdi>${escapeHtml(title)}</bdi>${link ?? ""}<audio controls preload="none" src="${addressOf(path)}"></audio></li>`;
};

const addressOf = (path: string) =>
  path.split("/").map(encodeURIComponent).join("/");
