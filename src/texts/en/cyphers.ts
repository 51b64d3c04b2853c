import type { CypherEnd } from "../../../convex/shared/cyphers";

/** Texts of cyphers. Loaded with the parts that show them. */
export const cyphers = {
  title: (beat: string) => `Cypher on "${beat}"`,
  loadFailed: "This cypher could not be loaded.",
  missing: "There is no such cypher.",
  gone: "This cypher went with its beat.",
  goneHint: "There is more to hear on the floor.",
  toFloor: "Back to the floor",
  by: (name: string) => `Started by ${name}`,
  eachVerse: (bars: number) => `${bars} bars for each verse`,
  free: "The mic is free.",
  heldBy: (name: string, time: string) => `${name} has the mic until ${time}.`,
  yours: (time: string, bars: number) =>
    `The mic is yours until ${time}: ${bars} bars.`,
  sending: (name: string) => `${name} is sending.`,
  somebody: "Somebody",
  endsSoon: "The cypher ends after this turn.",
  ended: (why: CypherEnd, name: string, verses: number) =>
    ({
      complete: `This cypher is complete: ${verses === 1 ? "1 verse" : `${verses} verses`}.`,
      host: `${name} ended this cypher.`,
      producer: `${name} ended this cypher.`,
      moderator: "A moderator ended this cypher.",
      idle: "Nobody took the mic.",
    })[why],
  yourTurn: "Your turn",
  take: "Take the mic",
  record: "Record",
  putDown: "Put the mic down",
  tellMe: "Tell me when it is free",
  byMail: "By mail too",
  tellMeNot: "Do not tell me",
  willTell: "Your bell rings once when the mic is free.",
  end: "End the cypher",
  endText:
    "The verses stay as a chain. If somebody has the mic, the cypher ends after their turn.",
  actFailed: "That did not work. Please try again.",
  chain: "The chain",
  noVerses: "No verse yet. The first one opens the cypher.",
  share: (url: string) => `Hear this cypher: ${url}`,
  shareSoon: (title: string, when: string, url: string) =>
    `Cypher on "${title}", ${when}. Come through: ${url}`,
  start: "Start a cypher",
  startText:
    "One beat, one mic: whoever has it records the next verse, and answers the last one.",
  pace: "Pace",
  slow: "Slow: take the mic when you are ready",
  live: "Live: a line, three minutes each",
  bars: "Bars for each verse",
  barsOption: (bars: number) => `${bars} bars`,
  starts: "Starts",
  now: "Now",
  startTime: "Time",
  turnBars: (bars: number, startBar: number) =>
    `Your turn in the cypher: ${bars} bars from bar ${startBar}.`,
};
