import { nameLanguage } from "../../shared/namedLanguage";
import type { ContentType, Language } from "../../shared/validators";
import { LISTEN_TEXTS, type ListenTexts } from "./listenTexts";

/** The parts of a request that a page needs. */
export interface View {
  /** Address of the public pages, such as `https://gully.example`. */
  readonly origin: string;
  /** Address of the app. Equals `origin` unless another host serves the app. */
  readonly siteUrl: string;
  readonly language: Language;
  /** Whether the address of the page names the language. */
  readonly isLanguageNamed: boolean;
}

export const textsOf = ({ language }: View): ListenTexts =>
  LISTEN_TEXTS[language];

const FOLDERS: Readonly<Record<ContentType, string>> = {
  beat: "beats",
  verse: "verses",
};

/** Path of the public page of a beat or verse. */
export const contentPath = (contentType: ContentType, id: string): string =>
  `/listen/${FOLDERS[contentType]}/${encodeURIComponent(id)}`;

/** Path of the public page of an artist. */
export const artistPath = (username: string): string =>
  `/listen/artists/${encodeURIComponent(username)}`;

/** Path of the public page of a cypher. */
export const cypherPath = (id: string): string =>
  `/listen/cyphers/${encodeURIComponent(id)}`;

/** A link to another public page, in the same language. */
export const linkTo = (
  { isLanguageNamed, language }: View,
  path: string,
): string => (isLanguageNamed ? nameLanguage(path, language) : path);

/** A link to a page of the app, in the same language. */
export const appLink = (view: View, path: string): string =>
  appFile(view, linkTo(view, path));

/**
 * Link to a file of the app. Where the app is on the same host, the link has no
 * host, so that it also works under another name: on a local network, the
 * address of the machine.
 */
export const appFile = (view: View, path: string): string =>
  new URL(view.siteUrl).origin === view.origin ? path : appUrl(view, path);

/** Address of a file of the app, for programs that need a whole address. */
export const appUrl = ({ siteUrl }: View, path: string): string =>
  new URL(path, siteUrl).href;

/** Path of the app's page for a beat, or for a verse on it. */
export const appPath = (beatId: string, verseId: string | null): string => {
  const beat = `/beats/${encodeURIComponent(beatId)}`;
  return verseId === null
    ? beat
    : `${beat}#verse-${encodeURIComponent(verseId)}`;
};

/** Formats a duration as m:ss. */
export function formatMinutes(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
