export const player = {
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  loop: (title: string) => `Loop ${title}`,
  seek: (title: string) => `Position in ${title}`,
  position: (elapsed: string, duration: string) => `${elapsed} of ${duration}`,
  nowPlaying: "Now playing",
  close: "Close player",
  blocked: "Playback is off while you record.",
  problems: {
    missingBeat: "No audio file available for this beat.",
    missing: "No audio file available",
    network: "Error loading audio file",
    decode: "Unable to play audio file",
    gone: "Audio file not available",
    unsupported: "Unable to load audio file",
    refusedBeat: "Error playing beat",
  },
};
