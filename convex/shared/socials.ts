const HANDLE = /^@?([A-Za-z0-9._]{1,30})$/;
const YOUTUBE_HANDLE = /^@?([\p{L}\p{N}._-]{1,30})$/u;
const INSTAGRAM_HOSTS = [
  "instagram.com",
  "www.instagram.com",
  "m.instagram.com",
];
const YOUTUBE_HOSTS = [
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtu.be",
];

/**
 * Returns the link for a handle or a full URL on one of Instagram's hosts, and
 * null for anything else. A profile therefore never links to another site.
 */
export function instagramUrl(input: string): string | null {
  const value = input.trim();
  const handle = HANDLE.exec(value)?.[1];
  if (handle !== undefined && !looksLikeHost(value)) {
    return `https://instagram.com/${handle}`;
  }
  return urlOn(INSTAGRAM_HOSTS, value);
}

/** Does the same as `instagramUrl` for YouTube's hosts. */
export function youtubeUrl(input: string): string | null {
  const value = input.trim();
  const handle = YOUTUBE_HANDLE.exec(value)?.[1];
  if (handle !== undefined && !looksLikeHost(value)) {
    return `https://youtube.com/@${handle}`;
  }
  return urlOn(YOUTUBE_HOSTS, value);
}

/** Accepts an empty field too. */
export const isInstagram = (input: string) =>
  input.trim() === "" || instagramUrl(input) !== null;

export const isYoutube = (input: string) =>
  input.trim() === "" || youtubeUrl(input) !== null;

/** "instagram.com" without a path has the form of a handle but is not one. */
function looksLikeHost(value: string) {
  return [...INSTAGRAM_HOSTS, ...YOUTUBE_HOSTS].includes(value.toLowerCase());
}

function urlOn(hosts: readonly string[], value: string): string | null {
  const url = parseUrl(value);
  if (url === null || !hosts.includes(url.hostname)) return null;
  const isPlain = url.username === "" && url.password === "" && url.port === "";
  if (!isPlain || url.pathname === "/") return null;
  return `https://${url.hostname}${url.pathname}${url.search}`;
}

function parseUrl(value: string): URL | null {
  if (value.length > 200 || /\s/.test(value)) return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
