/** The kind of browser, which decides where the user can allow the microphone. */
export type MicrophonePlace =
  "chromium" | "firefox" | "safari" | "ios" | "other";

/** All browsers on iPhones and iPads keep the permission where Safari does. */
const IOS = /iPhone|iPad|iPod/;

/** Returns where the user allows the microphone in the browser with this user agent. */
export function microphonePlace(userAgent: string): MicrophonePlace {
  if (IOS.test(userAgent)) return "ios";
  if (/Firefox\//.test(userAgent)) return "firefox";
  if (/Chrome\//.test(userAgent)) {
    // A browser inside another app shows no address bar, and often cannot allow the microphone.
    return /; wv\)|FBAN|FBAV|Instagram/.test(userAgent) ? "other" : "chromium";
  }
  return /Safari\//.test(userAgent) ? "safari" : "other";
}
