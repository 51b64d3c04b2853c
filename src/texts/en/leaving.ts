export const leaving = {
  notices: "Your account",
  page: {
    title: "Leave for good",
    intro:
      "Your account is yours: take everything with you, then leave for good.",
  },
  remove: {
    title: "Delete my account",
    intro:
      "Seven days after you ask, we delete your account and everything in it for good. Until then your beats and verses stay visible. You are signed out everywhere. Sign in again to keep the account.",
    whatGoes: "This goes",
    beats: "Beats",
    verses: "Verses",
    votes: "Votes you gave",
    versesOfOthers: "Verses of others on your beats",
    told: "We tell the rappers now. They have seven days to save their verses.",
    orMore: (count: string) => `${count} or more`,
    button: "Delete my account",
    passwordLabel: "Your password",
    confirm: "Delete in seven days",
    loadFailed: "Error loading what would be deleted.",
    failed: "Error deleting your account. Please try again.",
  },
  asked: {
    title: "You are signed out",
    text: (day: string) =>
      `Your account will be deleted on ${day}. We have mailed you the date.`,
    undo: "If you change your mind, sign in before then. That is all it takes.",
    signIn: "Sign in to keep my account",
  },
  kept: {
    text: "Your account is kept again. Nothing was deleted.",
    dismiss: "OK",
    failed: "Error saving that. Please try again.",
  },
  going: {
    one: "One of your verses will be deleted soon",
    many: (count: number) => `${count} of your verses will be deleted soon`,
    why: "The producers of these beats delete their accounts, and their beats go with them. Save your verses before then.",
    more: (shown: number) =>
      `The first ${shown} are listed. The others are on your profile.`,
  },
  deleted: {
    one: "A producer deleted one of your verses",
    many: (count: number) => `Producers deleted ${count} of your verses`,
    why: "Nobody can hear a deleted verse any more. We keep its file for you for seven days.",
    more: (shown: number) =>
      `The first ${shown} are listed. Throw away what you have saved, and the next ones appear.`,
  },
  save: {
    verse: (title: string, producer: string) => `${title} by ${producer}`,
    saveBefore: (day: string) => `Save it before ${day}`,
    button: "Save",
    saveVerse: (title: string) => `Save my verse on ${title}`,
    failed: "Error saving the verse. Please try again.",
  },
  discard: {
    verse: (title: string) => `Throw away my verse on ${title}`,
    title: "Throw this verse away?",
    text: "We delete its file at once. Save it first if you want to keep it.",
    confirm: "Throw away",
    failed: "That did not work. Please try again.",
  },
};
