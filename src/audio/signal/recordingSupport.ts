/**
 * What the page lacks for recording: the name of a missing API, or `https`, because browsers
 * refuse the microphone to pages served over plain http.
 */
export type RecordingProblem = "https" | (typeof NEEDED_APIS)[number];

const NEEDED_APIS = ["getUserMedia", "AudioContext", "MediaRecorder"] as const;

type Browser = Pick<typeof globalThis, "navigator" | "isSecureContext">;

/**
 * Checks, without asking for permission, whether recording can be tried. Returns the first thing
 * that is missing, or null.
 */
export function findRecordingProblem(
  browser: Browser = globalThis,
): RecordingProblem | null {
  if (!browser.isSecureContext) return "https";
  return NEEDED_APIS.find((name) => !has(browser, name)) ?? null;
}

/**
 * Returns true if the browser has audio worklets. Without them, takes can be recorded, but not
 * remixed, and delays cannot be measured.
 */
export function hasAudioWorklet(browser: object = globalThis): boolean {
  return "AudioWorklet" in browser;
}

function has(
  browser: Browser,
  name: Exclude<RecordingProblem, "https">,
): boolean {
  if (name !== "getUserMedia") return name in browser;
  // Some browsers lack `mediaDevices`, whatever the type says.
  const devices: Partial<MediaDevices> | undefined =
    browser.navigator.mediaDevices;
  return devices?.getUserMedia !== undefined;
}
