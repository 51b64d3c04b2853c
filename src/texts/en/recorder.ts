export const recorder = {
  open: "Record verse",
  onlyRappers: "Only rappers can record verses.",
  limitReached: "Verse limit reached for this beat.",
  title: (beat: string) => `Record a verse on "${beat}"`,
  start: "Start recording",
  stop: "Stop recording",
  opening: "Opening the microphone…",
  recording: "Recording",
  finishing: "Preparing your take…",
  ready: "Your take is ready",
  elapsed: (elapsed: string, limit: string) => `${elapsed} of ${limit}`,
  level: "Microphone level",
  voiceLevel: "Voice level",
  beatLevel: "Beat level",
  headphones: "I am wearing headphones",
  headphonesHint:
    "Best sound. Wired ones keep you on the beat; Bluetooth runs late.",
  speakersHint:
    "Without headphones the beat is quieter and the browser removes the echo: the voice loses some quality.",
  playTake: "Play preview",
  stopTake: "Stop preview",
  takeTitle: "Your take",
  again: "Record Again",
  upload: "Upload Verse",
  sending: (percent: number) => `Uploading ${percent}%`,
  checking: "Saving your verse…",
  cancelUpload: "Cancel upload",
  save: "Save to file",
  leave:
    "Your take is not uploaded yet. Leave? It stays on this device and waits on the beat's page.",
  kept: "Your take is kept on this device until you upload or discard it.",
  uploaded: "Verse uploaded",
  recover: {
    title: "You have an unsent take",
    text: (date: string) =>
      `Recorded on this device ${date}. Go on where you stopped?`,
    orphanText: (date: string) =>
      `Recorded on this device ${date}. Its beat is gone, but the take is not.`,
    open: "Recover take",
    discard: "Discard take",
    failed: "This take could not be opened.",
  },
  discardTitle: "Throw this take away?",
  discardText: "It has not been uploaded and cannot be brought back.",
  problems: {
    microphone:
      "Could not access microphone or initialize audio context. Please check permissions.",
    beat: "Audio file not available",
    take: "The recording could not be read. It is kept on this device.",
    upload: "Error uploading verse. Please try again.",
  },
};
