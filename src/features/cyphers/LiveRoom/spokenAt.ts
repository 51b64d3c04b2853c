const SPOKEN = [10, 30, 60] as const;
/** How long each number stays announced, so that a screen reader has time to say it. */
const SAID_SECONDS = 5;

/** Returns the number of seconds left that is to be announced now; null between announcements. */
export function spokenAt(leftMs: number): number | null {
  const left = Math.ceil(leftMs / 1000);
  return (
    SPOKEN.find(
      (seconds) => left <= seconds && left > seconds - SAID_SECONDS,
    ) ?? null
  );
}
