/** Texts about words: the lyrics of verses. Loaded with the parts that show them. */
export const words = {
  title: "Words",
  kept: (lines: string) => `Words · lines: ${lines}`,
  label: "Your words",
  hint: "One line for each bar. While you record, they move with the beat. Only you can read them.",
  count: (count: string, most: string) => `${count} of ${most} characters`,
  places: {
    typing: "Writing…",
    nowhere:
      "This device cannot keep your words. Copy them before you close the page.",
    device: "Kept on this device",
    account: "Kept in your account",
  },
  notSent: "Kept on this device, but not in your account.",
  leftOut:
    "These words are over the limits: they are not shown while you record, and cannot be published.",
  bringBack: "Bring back the older version",
  brought: "The other version can be brought back the same way.",
  size: "Size of the words",
  sizes: { small: "Small", medium: "Medium", large: "Large" },
  playFrom: (line: string) => `Play from "${line}"`,
  publish: "Publish my words with this verse",
  publishHint:
    "Everyone can read them. You can edit or withdraw them at any time.",
  edited: "edited",
  edit: "Edit words",
  save: "Save words",
  cancel: "Cancel",
  withdraw: "Withdraw words",
  withdrawTitle: "Withdraw these words?",
  withdrawText:
    "They are removed from the verse for everyone and cannot be brought back. The verse stays.",
  failed: "Your words could not be changed. Please try again.",
  loadFailed: "The words could not be loaded.",
  gone: "These words have been withdrawn.",
  report: (rapper: string) => `Report words of the verse by ${rapper}`,
};
