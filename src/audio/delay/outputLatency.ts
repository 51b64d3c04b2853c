/**
 * Firefox on Linux can deadlock when `outputLatency` is read. It holds the lock of
 * its audio graph while it waits for PulseAudio's thread, which may be waiting for
 * the same lock to fetch the next samples. The page and all sound in the browser
 * then hang until the browser is restarted.
 */
const LOCKS_UP = /Linux(?!.*Android).*Gecko\/.*Firefox\//;

/**
 * The delay from the graph to the speakers in seconds, as reported by the browser.
 * It is 0 until the device has run for a moment, and null if the browser does not
 * report it or reading it is unsafe.
 */
export function reportedOutputLatency(
  context: Pick<AudioContext, "outputLatency">,
  userAgent: string = navigator.userAgent,
): number | null {
  if (LOCKS_UP.test(userAgent)) return null;
  // Older browsers lack the property, whatever the type says.
  const seconds: number | undefined = context.outputLatency;
  return seconds ?? null;
}
