/** Keeps the screen on until the returned function is called; without browser support it does nothing. */
export function holdWakeLock(): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  const lock = navigator.wakeLock.request("screen").catch(() => null);
  return () => {
    void lock.then((held) => held?.release());
  };
}
