import { noConnection } from "./noConnection";

export const recorder = {
  title: (beat: string) => `Record a verse on "${beat}"`,
  start: "Start recording",
  stop: "Stop recording",
  /** Label of the closing button while it stops a take instead of closing. */
  end: "Stop",
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
    "Without headphones the beat is quieter. The browser removes the echo, and your voice loses some quality.",
  countIn: "Count-in: one bar of clicks",
  countingIn: "Get ready…",
  delay: {
    title: "Sync check",
    measured: (ms: number) => `Delay: ${ms} ms, measured`,
    reported: (ms: number) => `Delay: ${ms} ms, not measured yet`,
    unknown: "Delay: not measured yet",
    movedEarlier: (ms: number) => `Voice moved ${ms} ms earlier by ear`,
    movedLater: (ms: number) => `Voice moved ${ms} ms later by ear`,
    measure: "Measure delay",
    measureAgain: "Measure again",
    why: "Measure once, so your voice is on the beat.",
    noWorklet:
      "This browser has no AudioWorklet. It cannot measure the delay, or move the voice of a finished take.",
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
        "The test sound was not heard. Without headphones the browser removes it as an echo. Turn the volume up, or put headphones on and measure with an earbud.",
      unsteady:
        "The three test sounds took different times. Hold everything still, close other apps that use sound, and measure again.",
      browser: "This browser cannot measure the delay.",
    },
  },
  playTake: "Play preview",
  stopTake: "Stop preview",
  takeTitle: "Your take",
  dropouts: (count: number) =>
    count === 1
      ? "1 short gap in the sound. Record again?"
      : `${count} short gaps in the sound. Record again?`,
  voice: {
    timing: "Voice timing",
    asRecorded: "as recorded",
    earlier: (ms: number) => `${ms} ms earlier`,
    later: (ms: number) => `${ms} ms later`,
    reset: "Reset voice",
    hint: "Late on the beat? Move it earlier. We remember it for your next take.",
    mixing: "Mixing your take…",
    mixingHint:
      "Your voice and the beat become one file, as loud as every verse.",
  },
  again: "Record Again",
  upload: "Upload Verse",
  sending: (percent: number) => `Uploading ${percent}%`,
  checking: "Saving your verse…",
  cancelUpload: "Cancel upload",
  save: "Save to file",
  more: "More: timing, levels, file",
  leave:
    "Your take is not uploaded yet. Leave? It stays on this device and waits on the beat's page.",
  kept: "Your take is kept on this device until you discard it.",
  notKept:
    "This device could not keep your take. Upload it or save it to a file before you leave.",
  leaveLost:
    "Your take is not uploaded, and this device could not keep it. Leave and lose it?",
  saveRaw: "Download the recording",
  uploaded: "Verse uploaded",
  unsent: {
    title: "You have an unsent take",
    text: (date: string) =>
      `Recorded on this device ${date}. Continue where you left off?`,
    textWithoutBeat: (date: string) =>
      `Recorded on this device ${date}. Its beat was deleted, but your take is still here.`,
    open: "Recover take",
    discard: "Discard take",
    failed: "This take could not be opened.",
    openFailed: "This take could not be opened. Save it to a file instead.",
  },
  discardTitle: "Throw this take away?",
  discardText: "It has not been uploaded and cannot be brought back.",
  /** Says where to allow the microphone, by browser. */
  allowMicrophone: {
    chromium:
      "Tap the icon left of the address, then Permissions, then Microphone, and allow it.",
    firefox:
      "Tap the icon left of the address, remove the block on the microphone, and press record again.",
    safari:
      "In the menu bar open Safari, Settings for this website, and allow the microphone.",
    ios: "Tap the page icon in the address bar, then Website Settings, then Microphone, and allow it.",
    other:
      "Open this page in Chrome, Firefox or Safari, and allow the microphone.",
  },
  problems: {
    microphone:
      "Could not access microphone or initialize audio context. Please check permissions.",
    offline: noConnection,
    beat: "Audio file not available",
    recorder:
      "This browser could not start recording. Try again, or use another browser.",
    empty: "Nothing was recorded. Please try again.",
    take: "The recording could not be made into a take. Download it as it was recorded.",
    mix: "The voice could not be moved. Reset it to upload your take as recorded.",
    connection:
      "Preparing your take for upload needs a connection. It was not sent and stays on this device.",
    connectionNotKept:
      "Preparing your take for upload needs a connection. It was not sent. Keep this page open until you are online.",
    upload: "Error uploading verse. Please try again.",
  },
};
