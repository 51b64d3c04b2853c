import { REASONS_EN } from "../../../convex/shared/reasonsEn";
import type { Decision, ReportStatus } from "../../../convex/shared/safety";

const statuses: Record<ReportStatus, string> = {
  received: "Received",
  seen: "Seen by a moderator",
  decided: "Decided",
};

const decisions: Record<Decision, string> = {
  dismiss: "It stays: we found nothing against the rules.",
  remove: "It was against the rules and has been removed.",
  warn: "It was against the rules. Its author has been warned.",
  suspend: "It was against the rules. Its author has been suspended.",
  grant: "The decision has been taken back.",
};

export const safety = {
  report: {
    button: "Report",
    beat: (title: string) => `Report ${title}`,
    verse: (rapper: string) => `Report verse by ${rapper}`,
    profile: (username: string) => `Report ${username}`,
    intro: (username: string) =>
      `The moderators read your report. ${username} never learns that it came from you.`,
    reason: "What is wrong?",
    noReason: "Choose a reason",
    reasonRequired: "Please choose a reason.",
    text: "Your words (optional)",
    textRequired: "Your words",
    textHint: "Say where in the recording, or anything else that helps.",
    send: "Send report",
    failed: "Error sending report. Please try again.",
    sent: "Your report has been sent.",
    number: "Its number is",
    due: (hours: number) =>
      `A moderator looks at it within 24 hours and decides within ${hours} hours.`,
    follow: "Follow it in your reports",
  },
  reasons: REASONS_EN,
  reports: {
    title: "Your reports",
    intro: "What you have reported, and what became of it. Only you see this.",
    none: "No reports yet",
    noneHint: 'There is a "Report" button on every beat, verse and profile.',
    loadFailed: "Error loading your reports. Please try again later.",
    beat: (username: string, title: string) =>
      `The beat "${title}" by ${username}`,
    verse: (username: string, title: string) =>
      `${username}'s verse on "${title}"`,
    words: (username: string, title: string) =>
      `${username}'s words on "${title}"`,
    profile: (username: string) => `The profile of ${username}`,
    gone: "It no longer exists",
    statuses,
    decisions,
  },
  block: {
    button: (username: string) => `Block ${username}`,
    short: "Block",
    title: (username: string) => `Block ${username}?`,
    text: (username: string) =>
      `You no longer see the beats, verses and profile of ${username}. Neither of you can record on the other's beats. Nothing is deleted, and ${username} is not told.`,
    confirm: "Block",
    failed: "Error blocking this person. Please try again.",
    unblock: "Unblock",
    unblockPerson: (username: string) => `Unblock ${username}`,
    unblockFailed: "Error unblocking this person. Please try again.",
    blocked: (username: string) => `You have blocked ${username}`,
    blockedHint: "You do not see their beats and verses.",
    beatHidden: "You do not see this beat",
    beatHiddenHint: (username: string) => `You have blocked ${username}.`,
    hidden: (count: number) =>
      `${count} hidden, because you have blocked someone.`,
    hiddenVerse: (rapper: string) =>
      `A verse by ${rapper}, whom you have blocked`,
    people: "People you have blocked",
    count: (people: number) =>
      people === 0 ? "Nobody" : people === 1 ? "1 person" : `${people} people`,
    nobody: "You have not blocked anyone.",
    peopleFailed: "Error loading the people you have blocked.",
  },
};
