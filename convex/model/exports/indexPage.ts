/** A sound that the page lists. */
export interface Sound {
  path: string;
  title: string;
  /** The text file of its words, if there is one. */
  wordsPath?: string;
}

/**
 * Writes the page that plays the sounds from the unpacked folder, without a
 * connection. `pages` are the names of all such pages.
 */
export function indexPage(
  username: string,
  sounds: readonly Sound[],
  pages: readonly string[],
): string {
  const links = pages.length < 2 ? "" : pages.map(pageLink).join(" ");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gully Cypher: ${escapeHtml(username)}</title>
<style>
body { font: 1rem/1.5 sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; color: #1c1a17; background: #f4f2ee }
li { margin: 1rem 0 } audio { display: block; width: 100% }
</style>
<h1>${escapeHtml(username)} on Gully Cypher</h1>
<p>Everything you made here. The tables next to this page hold the rest: open the CSV files in a spreadsheet, or the JSON files in a program. The folder "words" has what you wrote as text files, drafts too.</p>
<p>${links}</p>
<ul>
${sounds.map(soundItem).join("\n")}
</ul>
</html>
`;
}

const pageLink = (name: string) => `<a href="${name}">${name}</a>`;

const soundItem = ({ path, title, wordsPath }: Sound) => {
  const words = wordsPath ? ` <a href="${addressOf(wordsPath)}">Words</a>` : "";
  return `<li>${escapeHtml(title)}${words}<audio controls preload="none" src="${addressOf(path)}"></audio></li>`;
};

const addressOf = (path: string) =>
  path.split("/").map(encodeURIComponent).join("/");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
