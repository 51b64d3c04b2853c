import { escapeHtml } from "../../shared/escapeHtml";
import { withoutTurns } from "../../shared/plainText";

/** A piece of HTML. Everything else that a template contains is text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Html[];

/**
 * Template tag for HTML that escapes every part that is not `Html` itself. It
 * has a name of its own because Prettier adds white space to templates that are
 * tagged `html`, and inside a script or style that would change its digest.
 */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = strings.map((piece, index) => {
    const part = parts[index];
    return piece + (part === undefined ? "" : htmlOf(part));
  });
  return new Html(pieces.join(""));
}

function htmlOf(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return escapeHtml(String(part));
}

/**
 * Returns a text on one line, without characters that change the direction of
 * what follows. For places where no element can isolate it, such as the title
 * of a page.
 */
export const plainText = (text: string): string =>
  withoutTurns(text).replace(/\s+/g, " ").trim();

/** Escapes a value for a script element that holds JSON. */
export const jsonText = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) =>
        `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
