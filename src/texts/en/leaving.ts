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
      "Seven days after you ask, your account and everything in it is deleted for good. Until then your beats and verses stay visible, you are signed out everywhere, and signing in keeps the account.",
    whatGoes: "This goes",
    beats: "Beats",
    verses: "Verses",
    votes: "Votes you gave",
    versesOfOthers: "Verses of others on your beats",
    told: "Their rappers are told now, and have seven days to save them.",
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
  },
  deleted: {
    one: "A producer deleted one of your verses",
    many: (count: number) => `Producers deleted ${count} of your verses`,
    why: "Nobody can hear them any more. We keep the files for you for seven days.",
  },
  save: {
    verse: (title: string, producer: string) => `${title} by ${producer}`,
    saveBefore: (day: string) => `Save it before ${day}`,
    button: "Save",
    saveVerse: (title: string) => `Save my verse on ${title}`,
    failed: "Error saving the verse. Please try again.",
  },
};
