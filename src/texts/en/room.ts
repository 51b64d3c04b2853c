/** Texts of live cyphers. Loaded with the room. */
export const room = {
  starts: (day: string, time: string) => `It starts on ${day} at ${time}.`,
  heldBy: (name: string) => `${name} has the mic.`,
  yours: (bars: number, left: string) =>
    `The mic is yours: ${bars} bars, ${left}`,
  yoursTitle: "The mic is yours",
  left: (left: string) => `${left} left`,
  secondsLeft: (seconds: number) =>
    seconds === 60 ? "One minute left" : `${seconds} seconds left`,
  pass: "Pass",
  join: "Get in line",
  leave: "Leave the line",
  line: "The line",
  noLine: "Nobody is in line.",
  away: "away",
  someone: "Somebody",
  remind: "Remind me",
  remindNot: "Do not remind me",
  willRemind: "Your bell rings 15 minutes before.",
  here: (names: readonly string[], isMe: boolean, more: number) => {
    const all = [
      ...names,
      ...(isMe ? ["you"] : []),
      ...(more > 0 ? [`${more} more`] : []),
    ];
    const verb = all.length === 1 && !isMe && more < 2 ? "is" : "are";
    const text = joined(all);
    // A text that starts with a name is not capitalised, because names stay as their owners spell
    // them.
    return `${names.length > 0 ? text : capital(text)} ${verb} here`;
  },
  countHere: (count: number) =>
    count === 1 ? "1 person here" : `${count} people here`,
  house: "Rules of the house",
  sound: "Sound of the room",
  listen: "Tap to listen",
  stop: "Stop listening",
  muteBeat: "Mute the beat between verses",
  muteVerses: "Mute the verses",
  notInStep: "Not in step on this browser",
  beatBroken: "The beat cannot be loaded",
  heardVerse: (name: string) => `You hear ${name}.`,
  heardOwn: "You hear your own verse.",
  loading: "The sound is loading.",
  beatRides: "The beat rides.",
};

function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
