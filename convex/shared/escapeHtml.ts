import { wellFormed } from "./plainText";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML and XML, as content or as a quoted attribute. */
export const escapeHtml = (text: string): string =>
  withoutControls(text).replace(
    /[&<>"']/g,
    (character) => ENTITIES[character] ?? character,
  );

/** Removes characters that neither HTML nor XML may contain. */
const withoutControls = (text: string) =>
  wellFormed(text).replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, "");
