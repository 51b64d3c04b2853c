/** Texts about storing takes. */
export const takes = {
  storage: {
    none: "This browser cannot keep takes on this device. A take is lost when this page closes. Upload it or save it to a file first.",
    short: (time: string) =>
      `This device has room for about ${time} of recording. The rest is lost when this page closes. Upload it or save it to a file first.`,
    private:
      "This is a private window: it forgets your takes when it closes. Upload a take or save it to a file first.",
    maybePrivate: "In a private window, takes last only until it closes.",
    keptPrivate:
      "Your take is kept until this private window closes. Upload it or save it to a file before that.",
    noRoom:
      "This device is full. A take is lost when this page closes. Upload it or save it to a file first.",
    makeRoom:
      'Make room: throw old takes away under "Takes on this phone" on your profile.',
    lost: {
      full: "This device is full: the rest of your take is only in this page now. You can go on. Upload it or save it to a file before you close the page.",
      refused:
        "This browser does not store anything, as in some private windows. Your take is only in this page. You can go on. Upload it or save it to a file before you close the page.",
      slow: "This device stores your take slowly: the newest part is only in this page so far. You can go on. Keep the page open until the take is safe.",
      broken:
        "This browser's storage has failed: the rest of your take is only in this page now. You can go on. Upload it or save it to a file before you close the page.",
    },
  },
  ended: {
    microphone:
      "Recording stopped because the microphone went away. Your take up to there is here.",
    system:
      "Recording stopped because the device paused the sound, for example for a call. Your take up to there is here.",
    frozen:
      "Recording stopped because the browser put this page to sleep. Your take up to there is here.",
    length:
      "Recording stopped at the maximum length of a verse. Your take up to there is here.",
  },
  switched:
    "The system switched to another microphone during this take. Listen to it before you upload.",
  silent: {
    note: "Your microphone sends no sound. Check its switch or the system settings.",
    title: "Upload without a voice?",
    text: "There is no voice in this take.",
    confirm: "Upload anyway",
  },
  absence: {
    signedOut:
      "You were signed out, perhaps in another tab. Your takes are still here. Sign in to upload a verse.",
    someoneElse:
      "Someone else is signed in now. Your takes are still here. Sign in with your own account to upload a verse.",
    signIn: "Sign in in a new tab",
  },
  beatProblem: {
    gone: "This beat was deleted, so no verse can be uploaded for it. Your takes are still here: save them to a file.",
    failed:
      "This beat cannot be loaded right now. Your takes are still here, and you can go on.",
  },
  own: {
    title: "Takes on this phone",
    published: "Published",
    unnamed: "Take",
    space: (megabytes: string) =>
      `They take up ${megabytes} MB on this phone, until you throw them away.`,
    discardText:
      "Your verse stays. This take on your phone cannot be brought back.",
  },
  list: {
    title: "Your takes on this beat",
    take: (number: number, time: string, length: string) =>
      `Take ${number}, ${time}, ${length}`,
    starred: (take: string) => `${take}, starred`,
    star: (take: string) => `Star ${take}`,
    remove: (take: string) => `Delete ${take}`,
    space: (megabytes: string) =>
      `They take up ${megabytes} MB on this device. They stay after you publish: find them on your profile.`,
    back: "Back to your takes",
    gone: "This take is no longer on this device.",
    failed: "This take could not be opened.",
    removeTitle: "Delete this take?",
    removeText: (take: string) => `${take} cannot be brought back.`,
    removeLabel: "Delete take",
    removeFailed: "This take could not be deleted. Please try again.",
    roomTitle: "Which take should go?",
    roomText: (max: number) =>
      `${max} takes of this beat stay on this device. Delete one of them to record another.`,
    more: (others: number) =>
      others === 1
        ? "1 more take waits with it."
        : `${others} more takes wait with it.`,
  },
};
