/** Texts about words: the lyrics of verses. Loaded with the parts that show them. */
export const words = {
  title: "Words",
  kept: (lines: number) =>
    lines === 1 ? "Words (1 line)" : `Words (${lines} lines)`,
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
    "These words are too long. You do not see them while you record, and you cannot publish them.",
  bringBack: "Bring back the older version",
  brought: "The other version can be brought back the same way.",
  size: "Size of the words",
  sizes: { small: "Small", medium: "Medium", large: "Large" },
  playFrom: (line: string) => `Play from "${line}"`,
  publish: "Publish my words with this verse",
  publishHint: "Everyone can read them. You can edit or hide them at any time.",
  edited: "edited",
  edit: "Edit words",
  save: "Save words",
  cancel: "Cancel",
  withdraw: "Hide my words",
  withdrawTitle: "Hide your words?",
  withdrawText:
    "They disappear from the verse and cannot be brought back. The verse stays.",
  failed: "Your words could not be changed. Please try again.",
  loadFailed: "The words could not be loaded.",
  gone: "These words are hidden now.",
  report: (rapper: string) => `Report words of the verse by ${rapper}`,
};
