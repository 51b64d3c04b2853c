/** Where a browser keeps the permission for the microphone. */
export type MicrophonePlace =
  "chromium" | "firefox" | "safari" | "ios" | "other";

/** The browsers of iPhones and iPads all keep it where Safari does. */
const IOS = /iPhone|iPad|iPod/;

/** Tells where one allows the microphone in the browser with this user agent. */
export function microphonePlace(userAgent: string): MicrophonePlace {
  if (IOS.test(userAgent)) return "ios";
  if (/Firefox\//.test(userAgent)) return "firefox";
  if (/Chrome\//.test(userAgent)) {
    // A browser inside another app shows no address, and often allows no microphone.
    return /; wv\)|FBAN|FBAV|Instagram/.test(userAgent) ? "other" : "chromium";
  }
  return /Safari\//.test(userAgent) ? "safari" : "other";
}
