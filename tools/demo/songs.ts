import { DEFAULT_TERMS, TERMS, type Terms } from "../../convex/shared/terms.ts";
import type { BeatFacts } from "../../convex/shared/beatFacts.ts";
import type { BeatPlan } from "./synth/grid.ts";

interface Take {
  /** Username of the rapper. */
  readonly by: string;
  readonly seed: number;
}

export interface Song extends BeatPlan, Omit<BeatFacts, keyof BeatPlan> {
  /** Username of the producer. */
  readonly by: string;
  readonly terms: Terms;
  /** How much listeners like it, from 0 to 1. */
  readonly appeal: number;
  readonly takes: readonly Take[];
  /** Whether its takes are a cypher, in which each answers the one before. */
  readonly isChain?: boolean;
}

type Sketch = Omit<Song, "seed" | "takes" | "terms"> & {
  readonly rappers: readonly string[];
};

const NUKKAD = "NukkadNama";
const SHAYAR = "सड़क_शायर";
const PINE = "PineHillPatois";
const MAZHAI = "மழை_குரல்";
const KOCHI = "KochiKarma";
const AALO = "আলো_আঁধার";
const THAAR = "ThaarTape";
const LUIT = "LuitLines";

/** In order of publication: the last ones are at the top of the home page. */
const SKETCHES: readonly Sketch[] = [
  {
    title: "Tram Depot Dub",
    by: AALO,
    genre: "Experimental",
    bpm: 104,
    root: 59,
    scale: "kirwani",
    tags: ["tram", "noise"],
    appeal: 0.35,
    rappers: [THAAR],
  },
  {
    title: "Pepa Loop 3",
    by: LUIT,
    genre: "Hip Hop",
    bpm: 94,
    root: 62,
    scale: "mixolydian",
    tags: ["bihu", "folk"],
    appeal: 0.5,
    rappers: [PINE, NUKKAD],
  },
  {
    title: "Gali No. 4",
    by: "Chaukhat",
    genre: "Boom Bap",
    bpm: 88,
    root: 57,
    scale: "minor",
    tags: ["dusty", "cypher"],
    appeal: 0.9,
    rappers: [NUKKAD, SHAYAR, KOCHI, PINE],
  },
  {
    title: "Monsoon Ledger",
    by: "रात_की_चाय",
    genre: "Lo-Fi",
    bpm: 78,
    root: 60,
    scale: "dorian",
    tags: ["rain", "study"],
    appeal: 0.7,
    rappers: [PINE, SHAYAR],
  },
  {
    title: "Silk Board Signal",
    by: "Kaveri808",
    genre: "Trap",
    bpm: 140,
    root: 61,
    scale: "minor",
    tags: ["808", "night"],
    appeal: 0.75,
    rappers: [KOCHI, NUKKAD],
  },
  {
    title: "Tractor Funk",
    by: "Dhol.Nik",
    genre: "Old School",
    bpm: 104,
    root: 60,
    scale: "mixolydian",
    tags: ["dhol", "party"],
    appeal: 0.45,
    rappers: [LUIT],
  },
  {
    title: "Local 11:47",
    by: "Chaukhat",
    genre: "Grime",
    bpm: 138,
    root: 57,
    scale: "phrygian",
    tags: ["train", "bars"],
    appeal: 0.55,
    rappers: [AALO, NUKKAD],
  },
  {
    title: "Backwater Pressure",
    by: KOCHI,
    genre: "Grime",
    bpm: 140,
    root: 58,
    scale: "phrygian",
    tags: ["square", "140"],
    appeal: 0.6,
    rappers: [MAZHAI, AALO],
  },
  {
    title: "Saffron Voicemail",
    by: "रात_की_चाय",
    genre: "R&B",
    bpm: 84,
    root: 63,
    scale: "dorian",
    tags: ["slow", "keys"],
    appeal: 0.4,
    rappers: [],
  },
  {
    title: "Ferry to Fort",
    by: KOCHI,
    genre: "Hip Hop",
    bpm: 90,
    root: 60,
    scale: "minor",
    tags: ["boat"],
    appeal: 0.3,
    rappers: [],
  },
  {
    title: "Howrah Half-Time",
    by: AALO,
    genre: "Drill",
    bpm: 144,
    root: 56,
    scale: "phrygian",
    tags: ["bridge", "cold"],
    appeal: 0.65,
    rappers: [MAZHAI, LUIT],
  },
  {
    title: "Mela Lights",
    by: "Dhol.Nik",
    genre: "Pop Rap",
    bpm: 112,
    root: 64,
    scale: "mixolydian",
    tags: ["festival", "bright"],
    appeal: 0.55,
    rappers: [THAAR],
  },
  {
    title: "Namma Bounce",
    by: "Kaveri808",
    genre: "Old School",
    bpm: 108,
    root: 62,
    scale: "dorian",
    tags: ["electro"],
    appeal: 0.3,
    rappers: [],
  },
  {
    title: "Sohra Fog",
    by: LUIT,
    genre: "Lo-Fi",
    bpm: 72,
    root: 59,
    scale: "minor",
    tags: ["fog", "tape"],
    appeal: 0.5,
    rappers: [PINE],
  },
  {
    title: "Broken Harmonium",
    by: THAAR,
    genre: "Experimental",
    bpm: 98,
    root: 61,
    scale: "bhairav",
    tags: ["folk", "glitch"],
    appeal: 0.4,
    rappers: [],
  },
  {
    title: "Night Bus to Hubli",
    by: "Kaveri808",
    genre: "R&B",
    bpm: 92,
    root: 60,
    scale: "minor",
    tags: ["night", "slow"],
    appeal: 0.45,
    rappers: [KOCHI],
  },
  {
    title: "Lassi Season",
    by: "Dhol.Nik",
    genre: "Pop Rap",
    bpm: 100,
    root: 62,
    scale: "mixolydian",
    tags: ["summer"],
    appeal: 0.6,
    rappers: [LUIT],
  },
  {
    title: "Kesariya Kick",
    by: THAAR,
    genre: "Drill",
    bpm: 142,
    root: 57,
    scale: "bhairav",
    tags: ["desert", "slides"],
    appeal: 0.8,
    rappers: [SHAYAR, NUKKAD],
  },
  {
    title: "कागज़ के जहाज़",
    by: "रात_की_चाय",
    genre: "Boom Bap",
    bpm: 86,
    root: 58,
    scale: "kirwani",
    tags: ["हिंदी", "dusty"],
    appeal: 0.7,
    rappers: [SHAYAR],
  },
  {
    title: "Dadar Flyover",
    by: "Chaukhat",
    genre: "Trap",
    bpm: 132,
    root: 59,
    scale: "kirwani",
    tags: ["hats", "808"],
    appeal: 0.95,
    rappers: [THAAR, NUKKAD, KOCHI, SHAYAR, THAAR],
    isChain: true,
  },
];

export const SONGS: readonly Song[] = SKETCHES.map(
  ({ rappers, ...song }, index) => ({
    ...song,
    terms: TERMS[index % TERMS.length] ?? DEFAULT_TERMS,
    seed: 1_000 + index,
    takes: rappers.map((by, take) => ({ by, seed: 5_000 + index * 10 + take })),
  }),
);
