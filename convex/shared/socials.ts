import { trimUnseen } from "./plainText";

const HANDLE = /^@?([A-Za-z0-9._]{1,30})$/;
const YOUTUBE_HANDLE = /^@?([\p{L}\p{N}._-]{1,30})$/u;
const INSTAGRAM_HOSTS = [
  "instagram.com",
  "www.instagram.com",
  "m.instagram.com",
];
const INSTAGRAM_PATH =
  /^\/(?:(?:p|reel|tv)\/[\w-]+|[\w.]+(?:\/(?:reels|tagged))?)\/?$/;
const YOUTUBE_HOSTS = [
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
];
/** The paths of channels, with or without a tab, and of videos. */
const YOUTUBE_PATH =
  /^\/(?:@[\w.%-]+|(?:channel|c|user)\/[\w.%-]+)(?:\/[a-z]+)?\/?$|^\/(?:shorts|live)\/[\w-]+\/?$/;
const SHORT_YOUTUBE_HOST = "youtu.be";
const VIDEO_PATH = /^\/[\w-]+\/?$/;
/** Paths that need one of their parameters, by the name of that parameter. */
const YOUTUBE_PARAMETERS: Record<string, string> = {
  "/watch": "v",
  "/playlist": "list",
};

/**
 * Returns the link for a handle, or for a full URL on one of Instagram's hosts;
 * null for anything else. Accepts only profiles and posts, without parameters,
 * because sign-in pages redirect to wherever a parameter says. A profile
 * therefore never links to another site.
 */
export function instagramUrl(input: string): string | null {
  const value = trimUnseen(input);
  const handle = HANDLE.exec(value)?.[1];
  if (handle !== undefined && !looksLikeHost(value)) {
    return `https://instagram.com/${handle}`;
  }
  const url = parseUrl(value);
  if (url === null || !INSTAGRAM_HOSTS.includes(url.hostname)) return null;
  return INSTAGRAM_PATH.test(url.pathname) ? withoutParameters(url) : null;
}

/**
 * Like `instagramUrl`, for channels and videos on YouTube's hosts. Refuses
 * YouTube's /redirect, which leads to any site.
 */
export function youtubeUrl(input: string): string | null {
  const value = trimUnseen(input);
  const handle = YOUTUBE_HANDLE.exec(value)?.[1];
  if (handle !== undefined && !looksLikeHost(value)) {
    return `https://youtube.com/@${handle}`;
  }
  const url = parseUrl(value);
  if (url === null) return null;
  if (url.hostname === SHORT_YOUTUBE_HOST) {
    return VIDEO_PATH.test(url.pathname) ? withoutParameters(url) : null;
  }
  if (!YOUTUBE_HOSTS.includes(url.hostname)) return null;
  if (YOUTUBE_PATH.test(url.pathname)) return withoutParameters(url);
  return withOneParameter(url);
}

/** Accepts an empty field too. */
export const isInstagram = (input: string) =>
  trimUnseen(input) === "" || instagramUrl(input) !== null;

export const isYoutube = (input: string) =>
  trimUnseen(input) === "" || youtubeUrl(input) !== null;

/** "instagram.com" without a path has the form of a handle but is not one. */
function looksLikeHost(value: string) {
  return [...INSTAGRAM_HOSTS, ...YOUTUBE_HOSTS, SHORT_YOUTUBE_HOST].includes(
    value.toLowerCase(),
  );
}

const withoutParameters = ({ hostname, pathname }: URL) =>
  `https://${hostname}${pathname}`;

function withOneParameter(url: URL): string | null {
  const name = YOUTUBE_PARAMETERS[url.pathname];
  const id = name === undefined ? null : url.searchParams.get(name);
  if (id === null || !/^[\w-]+$/.test(id)) return null;
  return `${withoutParameters(url)}?${name}=${id}`;
}

function parseUrl(value: string): URL | null {
  if (value.length > 200 || /\s/.test(value)) return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  try {
    const url = new URL(text);
    const isPlain =
      url.username === "" && url.password === "" && url.port === "";
    return isPlain && /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
