/** Formats a duration as m:ss; minutes may exceed 59. An unknown or negative duration is 0:00. */
export function formatTime(ms: number): string {
  const totalSeconds = Number.isFinite(ms)
    ? Math.max(0, Math.floor(ms / 1000))
    : 0;
  const minutes = Math.floor(totalSeconds / 60);
  const seconds = String(totalSeconds % 60).padStart(2, "0");
  return `${minutes}:${seconds}`;
}
