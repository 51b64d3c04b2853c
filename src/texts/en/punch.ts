const barsText = (first: number, last: number) =>
  first === last ? `bar ${first}` : `bars ${first} to ${last}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Texts about recording bars of a take again. */
export const punch = {
  door: "Record some bars again",
  noVoice:
    "You cannot record single bars of this take again. Its voice was not kept apart from the beat.",
  loading: "Reading your take…",
  hint: "Press the first bar, then the last one. Your take plays from one bar before, and only the marked bars are recorded.",
  bars: "Bars of your take",
  bar: (bar: number) => `Bar ${bar}`,
  none: "No bar is marked yet.",
  marked: (first: number, last: number, seconds: number) =>
    `${capital(barsText(first, last))}, ${seconds} s`,
  tooShort: "This take is shorter than a bar.",
  record: (first: number, last: number) =>
    `Record ${barsText(first, last)} again`,
  recordNone: "Record again",
  leadIn: "Listen: your take leads in.",
  recording: (first: number, last: number) =>
    `Recording ${barsText(first, last)}. It stops by itself.`,
  stop: "Stop here",
  joining: "Joining the new bars with your take…",
  problems: {
    nothing:
      "Recording ended before the marked bars began. Your take is as it was.",
    voice:
      "This browser did not record the new voice apart from the beat. Your take is as it was.",
    join: "The new bars could not be joined with your take. It is as it was, and the new bars wait here.",
  },
  isNew: (first: number, last: number) =>
    first === last
      ? `Bar ${first} is new.`
      : `Bars ${first} to ${last} are new.`,
  waiting: (first: number, last: number) =>
    first === last
      ? `Bar ${first} was recorded again, but not joined yet.`
      : `Bars ${first} to ${last} were recorded again, but not joined yet.`,
  join: "Join",
  undo: "Undo",
  undone:
    "Your earlier take is back. The new version stays in the list until you delete it.",
  ended: {
    rapper: "You stopped early: from there on, the take is as it was.",
    microphone:
      "Recording stopped because the microphone went away. From there on, the take is as it was.",
    system:
      "Recording stopped because the device paused the sound, for example for a call. From there on, the take is as it was.",
    frozen:
      "Recording stopped because the browser put this page to sleep. From there on, the take is as it was.",
    closed:
      "The page closed during the recording. From there on, the take is as it was.",
    length: "Recording stopped at the maximum length of a verse.",
  },
};
