/** The texts of the tray with the takes that are being sent. */
export const outbox = {
  title: "Verses on their way",
  onItsWay: "On its way. You can use the app; keep this browser open.",
  verse: (beat: string) => `Your verse on "${beat}"`,
  mixing: "Mixing your take…",
  notMixed: (beat: string) =>
    `Your verse on "${beat}" could not be sent. The take waits on the page of its beat.`,
  sending: (percent: number) => `${percent}% sent`,
  saving: "Saving your verse…",
  paused: (percent: number) => `Paused, ${percent}% sent`,
  offline: (percent: number) =>
    `No connection, ${percent}% sent. It goes on by itself once you are online.`,
  unreachable: (percent: number) =>
    `Gully Cypher cannot be reached, ${percent}% sent. It goes on by itself once the site is back.`,
  triedAgain:
    "Error uploading verse. Please try again. Your take stays on this device, and the app tries again too.",
  kept: "Your take stays on this device.",
  steps: {
    BEAT_NOT_FOUND:
      "It was deleted, but your take is still here. Save it to a file, or stop sending it.",
    VERSE_LIMIT_REACHED:
      "Your take stays on this device. Try again when there is a place, or save it to a file.",
    APART:
      "Your take stays on this device. You can send it as a verse that answers nobody.",
    BLOCKED: "Your take stays on this device.",
    TURN_OVER: "You can still publish it as an answer.",
    LAST_PLACE:
      "Your take stays on this device. Try again when there is a place, or save it to a file.",
    STORAGE_FULL: "Then try again. Your take stays on this device.",
  },
  pause: "Pause",
  resume: "Resume",
  retry: "Try again",
  sendAlone: "Send without answering",
  save: "Save to file",
  cancel: "Stop sending",
  asAnswer: "Publish as an answer",
  keepHere: "Keep it here",
  onlyCopy: {
    title: "Stop sending and lose this take?",
    text: "This device has no other copy of it. To send it later, press Pause instead.",
    confirm: "Lose this take",
  },
  sent: "Verse uploaded",
  actFailed: "That did not work. Please try again.",
};
