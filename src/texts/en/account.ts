export const account = {
  title: "Your account",
  door: "Account",
  failed: "That did not work. Please try again.",
  loadFailed: "Your account could not be loaded.",
  /** On each row: opens and closes it. */
  row: { open: "Open", change: "Change", close: "Close" },
  currentPassword: "Current password",
  email: {
    title: "Email",
    current: (email: string) => `Your email is ${email}.`,
    hint: "We send a link to the new address. Nothing changes until you open it. We also write to your current address.",
    newEmail: "New email",
    submit: "Send the link",
    waiting: (email: string) =>
      `We sent a link to ${email}. Open it to confirm the new address.`,
    cancel: "Keep my current address",
  },
  password: {
    title: "Password",
    hint: "Changing it signs you out everywhere else.",
    submit: "Change password",
    done: "Your password is changed. Every other device is signed out.",
  },
  sessions: {
    title: "Where you are signed in",
    hint: "The name of a device is what its browser says about itself.",
    now: (devices: number) =>
      devices === 1 ? "This device only" : `${devices} devices`,
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: "Unknown device",
    here: "This device",
    used: (moment: string) => `Last used ${moment}`,
    end: "Sign out",
    endOf: (device: string) => `Sign out ${device}`,
    ended: "Signed out there.",
    endOthers: "Sign out everywhere else",
    othersEnded: "You are signed out everywhere else.",
    noOthers: "You are not signed in anywhere else.",
  },
  mails: {
    title: "Language and mail",
    now: (isHindi: boolean, on: number, all: number) =>
      `${isHindi ? "Hindi" : "English"}, ${on} of ${all} mails`,
    language: "Language",
    languageHint:
      "For this browser and for your mails. The switch at the top of the page changes this browser alone.",
    english: "English (English)",
    hindi: "Hindi (हिन्दी)",
    signIns: "Mail me when a new browser signs in",
    decisions:
      "Mail me when a moderator decides about something of mine, or someone claims it",
    mics: "Mail me when a mic that I asked about is free, and before a live cypher that I am in line for",
    necessary:
      "We always mail you about your password, your email and your account. We also mail you when a producer deletes a verse of yours, or when your verse is deleted because a producer leaves. We send no other mail.",
    saved: "Saved.",
  },
  rooms: {
    title: "Live cyphers",
    hint: "If this is off, you are counted without your name.",
    showName: "Show my name in rooms",
    shown: "Your name is shown",
    hidden: "Your name is hidden",
  },
  change: {
    title: "Change of email",
    working: "One moment…",
    confirmText: (username: string, email: string) =>
      `The account ${username} will use ${email} from now on.`,
    confirm: "Use this email",
    stopText: (username: string, email: string) =>
      `Someone asked to move the account ${username} to ${email}. If it was not you, stop it. Then set a new password: someone knows yours.`,
    stop: "Stop the change",
    undoText: (username: string, email: string) =>
      `The account ${username} now uses ${email}. If this was not you, take your address back. Every device is signed out, and we mail you a link for a new password.`,
    undo: "Take my address back",
    confirmed: "Your account uses the new email. Sign in with it from now on.",
    stopped: "The change is stopped. Your account keeps its email.",
    restored:
      "Your account has its email back, and every device is signed out. Look for our mail and set a new password now.",
    taken: "Another account uses this address now. Nothing has changed.",
    invalid: "This link is not valid, or a newer one has replaced it.",
    expired: "This link has expired. Nothing has changed.",
    failed: "That did not work. Please try again.",
    toAccount: "To your account",
    newPassword: "Set a new password",
    contact: "Contact us",
  },
};
