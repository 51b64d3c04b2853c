/** Texts of the fold that shows when a beat was stored. */
export const proof = {
  stored: (date: string) => `Stored ${date}. SHA-256 of the file:`,
  meaning:
    "This is the fingerprint of the file that was uploaded. The same file always has the same fingerprint, so it shows that the file existed by then.",
  copy: "Copy the fingerprint",
  copied: "Fingerprint copied.",
  copyFailed: (digest: string) => `It could not be copied: ${digest}`,
};
