/**
 * The texts of errors that a page of beats or verses shows before anybody sends anything. They stand
 * apart, so that these pages do not load all the others.
 */
export const FIRST_MESSAGES = {
  BLOCKED:
    "You cannot record on this person's beats. You can save your take as a file.",
  BEAT_NOT_FOUND: "Beat not found",
  ONLY_RAPPERS_RECORD: "Only rappers can record verses.",
  ONLY_LISTENERS_VOTE: "Only listeners can vote.",
  VERSE_LIMIT_REACHED: "Verse limit reached for this beat.",
} as const;
