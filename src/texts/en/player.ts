import { noConnection } from "./noConnection";

export const player = {
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  loop: (title: string) => `Loop ${title}`,
  seek: (title: string) => `Position in ${title}`,
  position: (elapsed: string, duration: string) => `${elapsed} of ${duration}`,
  nowPlaying: "Now playing",
  close: "Close player",
  /** The player's place in a queue of verses, and the rapper. */
  place: (index: number, count: number, artist: string) =>
    `${index} of ${count} · ${artist}`,
  previous: "Previous track",
  next: "Next track",
  share: (title: string) => `Share ${title}`,
  linkCopied: "Link copied. Paste it anywhere.",
  copyFailed: (link: string) => `The link could not be copied: ${link}`,
  blocked: "Playback is off while you record.",
  vanished: "What was playing is not here any more.",
  problems: {
    missingBeat: "No audio file available for this beat.",
    missing: "No audio file available",
    offline: noConnection,
    network: "Error loading audio file",
    decode: "Unable to play audio file",
    gone: "Audio file not available",
    unsupported: "Unable to load audio file",
    refusedBeat: "Error playing beat",
  },
};
