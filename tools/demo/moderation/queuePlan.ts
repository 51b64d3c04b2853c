/**
 * Decides what the moderators of the demo find in their queue: who reports
 * whom, for which reason and in which words. It is the same on every machine.
 */
import { type Reason, REASONS } from "../../../convex/shared/safety.ts";
import { ARTISTS, LISTENERS } from "../cast.ts";
import type { Song } from "../songs.ts";
import type { PlannedTake } from "../taste.ts";

export interface Reported {
  readonly type: "beat" | "verse" | "profile";
  /** Username of the person who owns the reported item. */
  readonly of: string;
  /** Index in the list of beats, verses or artists. */
  readonly index: number;
}

export interface PlannedReport {
  /** Username of the reporter. */
  readonly by: string;
  readonly about: Reported;
  readonly reason: Reason;
  readonly text: string;
}

export interface PlannedClaim {
  readonly beat: number;
  readonly name: string;
  readonly email: string;
  readonly work: string;
  readonly proof: string;
}

/** Number of cases that wait in the queue when the demo is filled. */
const QUEUED = 50;
/** Appeals and a beat with the same audio come in addition to the plans here. */
const APPEALS = 2;
const SAME_AUDIO = 1;

/** The first things that are reported have two reporters each. */
const REPORTED_TWICE = 3;

const WORDS: Record<Reason, readonly string[]> = {
  harassment: [
    "He calls out my sister by name at 0:41.",
    "पूरे वर्स में एक ही लड़के का मज़ाक उड़ाया है।",
  ],
  hate: ["The second half is about a community, not about rap."],
  sexual: ["Listen from 0:20. Not for a page that kids open.", ""],
  child: ["He says she is in class eight and gives her school."],
  impersonation: [
    "This is not him. The real one posted that he has no account here.",
    "नाम और आवाज़ दोनों किसी और के हैं।",
  ],
  copyright: [
    "The hook is from a film song of 1978, note for note.",
    "My loop, sold to one person, and not to this one.",
  ],
  spam: ["Same link in every upload.", ""],
  other: ["The phone number of my shop is in the recording."],
};

export const CLAIMS: readonly PlannedClaim[] = [
  {
    beat: 2,
    name: "Meera Iyer",
    email: "meera@example.org",
    work: "Gali, an instrumental of 2019, on my album of that year.",
    proof: "https://music.example/meera-iyer/gali",
  },
  {
    beat: 13,
    name: "Studio Sur Taal",
    email: "studio@example.org",
    work: "A tabla recording from our sample pack, bars 9 to 16.",
    proof: "Invoice 2024/118, and the project file on request.",
  },
];

/** Reports that the moderator has decided before anyone opens the demo. */
export const DECIDED: readonly (Omit<PlannedReport, "about"> & {
  readonly about: Pick<Reported, "type" | "index">;
  readonly decision: "warn" | "dismiss";
  readonly note: string;
  /** Words of the author's appeal; null if they accept the decision. */
  readonly appeal: string | null;
})[] = [
  {
    by: "Zoya_on_loop",
    about: { type: "verse", index: 0 },
    reason: "harassment",
    text: "Names a classmate, twice.",
    decision: "warn",
    note: "Leave the name of the school out next time.",
    appeal: "It is my own school, and my own name.",
  },
  {
    by: "tenzin_tunes",
    about: { type: "beat", index: 1 },
    reason: "copyright",
    text: "The flute is from a record.",
    decision: "warn",
    note: "Say in the tags where the flute is from.",
    appeal: "The flute is my uncle. He sits two metres from the microphone.",
  },
  {
    by: "imran_inbox",
    about: { type: "beat", index: 6 },
    reason: "spam",
    text: "",
    decision: "dismiss",
    note: "",
    appeal: null,
  },
];

/** Pairs of people, of whom the first blocks the second. */
export const BLOCKS: readonly (readonly [string, string])[] = [
  ["Zoya_on_loop", "KochiKarma"],
  ["NukkadNama", "Dhol.Nik"],
  ["bus_no_61", "NukkadNama"],
];

/** Returns the reports that wait in the queue, in the order they are made. */
export function planReports(
  songs: readonly Song[],
  takes: readonly PlannedTake[],
): PlannedReport[] {
  const all = QUEUED - APPEALS - SAME_AUDIO - CLAIMS.length;
  const things = reportable(songs, takes).slice(0, all - REPORTED_TWICE);
  const reported = [...things, ...things.slice(0, REPORTED_TWICE)];
  return reported.map((about, n) => {
    const reason = REASONS[n % REASONS.length] ?? "other";
    const texts = WORDS[reason];
    const text = texts[Math.floor(n / REASONS.length) % texts.length] ?? "";
    return { by: reporterOf(about, n), about, reason, text };
  });
}

/** Beats, verses and profiles in turn, without those that are decided. */
function reportable(
  songs: readonly Song[],
  takes: readonly PlannedTake[],
): Reported[] {
  const beats = songs.map(({ by }, index) => thing("beat", by, index));
  const verses = takes.map(({ by }, index) => thing("verse", by, index));
  const profiles = ARTISTS.map(({ username }, index) =>
    thing("profile", username, index),
  );
  const claimed = new Set(CLAIMS.map(({ beat }) => beat));
  const isFree = ({ type, index }: Reported) =>
    !(type === "beat" && claimed.has(index)) &&
    !DECIDED.some(({ about }) => about.type === type && about.index === index);
  return interleave([
    ...[verses, beats, verses.splice(15), profiles.slice(0, 8)],
  ]).filter(isFree);
}

const thing = (type: Reported["type"], of: string, index: number) => ({
  ...{ type, of, index },
});

/** Listeners take turns; nobody reports twice in a row. */
function reporterOf({ of }: Reported, n: number): string {
  const reporters = LISTENERS.map(({ username }) => username);
  const by = reporters[(n * 5) % reporters.length] ?? "";
  if (by === of) throw new Error(`${by} would report themselves.`);
  return by;
}

/** Takes the first item of each list, then the second of each, and so on. */
function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) =>
    lists.flatMap((list) => list.slice(n, n + 1)),
  ).flat();
}
