const SPOKEN = [10, 30, 60] as const;
/** A screen reader has this time to say it. */
const SAID_SECONDS = 5;

/** The number of seconds left that is said now; null between them. */
export function spokenAt(leftMs: number): number | null {
  const left = Math.ceil(leftMs / 1000);
  return (
    SPOKEN.find(
      (seconds) => left <= seconds && left > seconds - SAID_SECONDS,
    ) ?? null
  );
}
