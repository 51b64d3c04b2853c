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
  countIn: "Count-in: one bar of clicks",
  countingIn: "Get ready…",
  delay: {
    title: "Sync check",
    measured: (ms: number) => `Delay: ${ms} ms, measured`,
    reported: (ms: number) => `Delay: ${ms} ms, as reported by the browser`,
    unknown: "Delay: as reported by the browser",
    movedEarlier: (ms: number) => `Voice moved ${ms} ms earlier by ear`,
    movedLater: (ms: number) => `Voice moved ${ms} ms later by ear`,
    measure: "Measure delay",
    measureAgain: "Measure again",
    why: "Browsers often report it wrong. Measured once, every take on these devices lands on the beat.",
    howHeadphones:
      "Take the headphones off and hold one earbud against the microphone. Three short noises will play.",
    howSpeakers:
      "Turn the volume to half and keep quiet. Three short noises will play.",
    play: "Play test sound",
    cancel: "Cancel",
    getReady: "Opening the microphone…",
    burst: (number: number, total: number) =>
      `Test sound ${number} of ${total}`,
    done: "Measured. Your next takes use it.",
    forget: "Forget measured delay",
    forgetMoved: "Forget this correction",
    problems: {
      unheard:
        "The test sound was not heard. Turn the volume up, hold one earbud right against the microphone and measure again.",
      unheardSpeakers:
        "The test sound was not heard: without headphones the browser takes it for an echo and removes it. Turn the volume up, or put headphones on and measure with an earbud.",
      unsteady:
        "The three test sounds took different times. Hold everything still, close other apps that use sound, and measure again.",
      browser: "This browser cannot measure the delay.",
    },
  },
  playTake: "Play preview",
  stopTake: "Stop preview",
  takeTitle: "Your take",
  gaps: (count: number) =>
    count === 1
      ? "1 short gap in the sound. Record again?"
      : `${count} short gaps in the sound. Record again?`,
  voice: {
    timing: "Voice timing",
    asRecorded: "as recorded",
    earlier: (ms: number) => `${ms} ms earlier`,
    later: (ms: number) => `${ms} ms later`,
    reset: "Reset voice",
    hint: "Voice behind the beat? Move it earlier. Your next take starts from there.",
    mixing: "Mixing your take…",
  },
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
    mix: "The voice could not be moved. Reset it to upload your take as recorded.",
    upload: "Error uploading verse. Please try again.",
  },
};
