export const GENRES = [
  "Hip Hop",
  "Trap",
  "Boom Bap",
  "Lo-Fi",
  "Drill",
  "Grime",
  "Experimental",
  "Old School",
  "R&B",
  "Pop Rap",
] as const;

export type Genre = (typeof GENRES)[number];

export const isGenre = (value: unknown): value is Genre =>
  GENRES.some((genre) => genre === value);
