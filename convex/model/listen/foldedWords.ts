import type { ListenContent } from "../../shared/listenValidators";
import { type Html, markup } from "./html";
import { textsOf, type View } from "./view";

/**
 * The published words of a verse, folded. The script marks the line that is
 * being heard by its start.
 */
export function foldedWords(
  view: View,
  { words: found }: ListenContent,
): Html | null {
  if (found === null) return null;
  const t = textsOf(view);
  const starts = new Map(
    found.lines.map(({ line, startMs }) => [line, startMs]),
  );
  const lines = found.text.split("\n").map((text, index) => {
    const startMs = starts.get(index);
    return startMs === undefined
      ? markup`<p></p>`
      : markup`<p dir="auto" data-ms="${startMs}">${text}</p>`;
  });
  return markup`<details class="words">
<summary>${t.words}${found.editedAt === null ? null : markup` <i>${t.edited}</i>`}</summary>
${lines}
</details>`;
}
