import type { ContentRef } from "../content/content";

/** The page that a path asks for. */
export type Wanted =
  | ({ kind: "content" } & ContentRef)
  | ({ kind: "picture" } & ContentRef)
  | { kind: "artist"; username: string }
  | { kind: "cypher"; cypherId: string };

/** Longer than every id and every encoded username. */
const LONGEST_PATH = 1_000;
const PREVIEW = "preview.png";

/**
 * An id, followed by characters that belong to the sentence in which the link
 * stood.
 */
const ID_IN_SENTENCE =
  /^(\/listen\/(?:beats|verses|cyphers)\/[a-z0-9]{31,37})(?![a-z0-9/]).+$/;

/** Returns the path without what follows the id, or null if nothing does. */
export const withoutSentence = (path: string): string | null =>
  ID_IN_SENTENCE.exec(path)?.[1] ?? null;

/** Reads a path below /listen/. Returns null for anything else. */
export function readAddress(path: string): Wanted | null {
  const parts = partsOf(path);
  if (parts === null) return null;
  const [folder, name = "", rest, ...more] = parts;
  if (name === "" || more.length > 0) return null;
  if (folder === "artists")
    return rest === undefined ? { kind: "artist", username: name } : null;
  if (folder === "cyphers")
    return rest === undefined ? { kind: "cypher", cypherId: name } : null;
  if (folder !== "beats" && folder !== "verses") return null;
  const contentType = folder === "beats" ? "beat" : "verse";
  const content = { contentType, contentId: name } as const;
  if (rest === undefined) return { kind: "content", ...content };
  return rest === PREVIEW ? { kind: "picture", ...content } : null;
}

function partsOf(path: string): string[] | null {
  if (path.length > LONGEST_PATH) return null;
  const match = /^\/listen\/(.*?)\/?$/.exec(path);
  if (match === null) return null;
  try {
    return (match[1] ?? "").split("/").map(decodeURIComponent);
  } catch {
    return null; // a percent sign that encodes nothing
  }
}
