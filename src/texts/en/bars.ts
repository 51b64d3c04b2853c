export const bars = {
  title: "Bars and key",
  optional: "Optional. Rappers hear a count-in and see bar numbers that fit.",
  analysing: (percent: number) => `Listening for tempo and bars… ${percent}%`,
  found: (bpm: number) => `Heard ${bpm} BPM. Please check it by ear.`,
  foundUnsure: (bpm: number) =>
    `Heard ${bpm} BPM. Not sure: tap along, or check with clicks.`,
  foundSixEight: (bpm: number) =>
    `Heard six-eight at ${bpm} BPM, two beats a bar. Two of its bars count as one here: check it with clicks.`,
  changing:
    "The tempo changes. Enter the BPM of the part that rappers will use, and set the first bar there.",
  noTempo:
    "No steady tempo was heard. Enter the BPM yourself, and set the first bar if you like.",
  loudness: (lufs: string, truePeak: string) =>
    `Loudness ${lufs} LUFS, true peak ${truePeak} dBTP.`,
  unreadable:
    "This browser cannot listen to the file. Enter the BPM yourself; everything else works.",
  half: "Half the tempo",
  double: "Double the tempo",
  tap: "Tap the tempo",
  tools: "Tempo helpers",
  firstBar: "First bar",
  firstBarHint:
    "Tap where bar 1 starts. Arrow keys move it by 1 ms, with Shift by 10 ms.",
  firstBarAt: (ms: number) => `${(ms / 1000).toFixed(3)} s`,
  earlier: "Show earlier",
  later: "Show later",
  clear: "Start of file",
  listen: "Check with clicks",
  stop: "Stop the clicks",
  listenFailed: "The file could not be played here.",
  needsBpm: "Enter the BPM to check it with clicks.",
  key: "Key",
  noKey: "Not known",
  keyName: (key: string) => key.replace("#", "♯"),
  save: "Save the bars",
  saved: "Bars saved.",
  saveFailed: "The bars could not be saved. Please try again.",
  loadFailed: "The beat could not be loaded. Please try again.",
  cancel: "Cancel",
  section: {
    label: "Section",
    free: "Free",
    option: (bars: number) => `${bars} bars`,
    from: "From bar",
    hint: (seconds: number) =>
      `You hear a short lead-in first. The take stops by itself after ${seconds} s.`,
    repeats: "The beat is shorter than the section, so it repeats.",
    tooLong: "At this tempo the section is longer than a verse may be.",
  },
};
