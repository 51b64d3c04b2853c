import { GROUNDS_EN, REASONS_EN } from "../../../convex/shared/reasonsEn";
import type {
  CaseKind,
  Decision,
  SubjectType,
} from "../../../convex/shared/safety";

const UNITS = { minute: "minute", hour: "hour", day: "day" };
type Unit = keyof typeof UNITS;
const amount = (count: number, unit: Unit) =>
  `${count} ${UNITS[unit]}${count === 1 ? "" : "s"}`;

/** The two steps of a case: a first look, which acknowledges it, and a decision. */
const STEPS = { look: "first look", decision: "decision" };
type Step = keyof typeof STEPS;

/** Texts about cases and decisions. Loaded with the pages that show them. */
export const trust = {
  reasons: REASONS_EN,
  grounds: GROUNDS_EN,
  kinds: {
    report: "Report",
    sameAudio: "Same audio",
    claim: "Copyright claim",
    appeal: "Appeal",
  } as Record<CaseKind, string>,
  subjects: {
    beat: "Beat",
    verse: "Verse",
    words: "Words",
    profile: "Profile",
  } as Record<SubjectType, string>,
  decided: {
    dismiss: "Dismissed",
    remove: "Removed",
    warn: "Warned",
    suspend: "Suspended",
    grant: "Appeal granted",
  } as Record<Decision, string>,
  loadFailed: "This could not be loaded.",
  failed: "That did not work. Please try again.",
  gone: "It is gone.",
  suspendedUntil: (end: string) => `until ${end}`,
  forGood: "for good",

  moderation: {
    title: "Moderation",
    denied: "Only moderators can open this page.",
    empty: "Nothing is waiting.",
    emptyHint: "New cases appear here by themselves.",
    queue: "Queue",
    hasMore: "More cases follow when these are decided.",
    forOthers: (count: string) =>
      `Waiting for another moderator, because they come from you or are about you: ${count}`,
    position: (at: string, of: string) => `Case ${at} of ${of}`,
    next: "Next",
    nextCase: "Next case",
    taken:
      "Another moderator has decided this case. Your note stays here until you go on.",
    previous: "Previous",
    number: (number: string) => `No. ${number}`,
    dueIn: (step: Step, count: number, unit: Unit) =>
      `${STEPS[step]} due in ${amount(count, unit)}`,
    overdue: (step: Step, count: number, unit: Unit) =>
      `${STEPS[step]} ${amount(count, unit)} overdue`,
    statement: "What was said",
    nothingSaid: "Nothing was added.",
    item: "The item",
    author: "Author",
    memberSince: (date: string) => `Member since ${date}`,
    noBio: "No bio",
    earlier: "Earlier decisions about the author",
    noEarlier: "None",
    others: (count: string) => `Other open cases on this item: ${count}`,
    closing:
      "Removing closes all of them. Otherwise each copyright claim is decided by itself.",
    claimant: "Claimant",
    claimantLeft: "The claimant has left.",
    proof: "Proof",
    signature: "Signed",
    answer: "Answer of the uploader",
    noAnswer: "No answer yet",
    appealed: "The decision appealed against",
    sameAs: (title: string, date: string) =>
      `The same audio as the beat ${title}, uploaded on ${date}.`,
    note: "Note to the author (optional)",
    noteHint: "The author reads it with the decision.",
    noteHintReport:
      "The author reads it with the decision, unless you dismiss.",
    decide: "Decide",
    dismiss: "Dismiss",
    remove: "Remove",
    warn: "Warn",
    suspend: "Suspend",
    grant: "Grant appeal",
    dismissAppeal: "Turn down",
    howLong: "Suspend for how long?",
    oneDay: "1 day",
    sevenDays: "7 days",
    thirtyDays: "30 days",
    forGood: "For good",
    cancel: "Cancel",
    undo: "Undo",
    pending: (decision: string, about: string) => `${decision}: ${about}`,
    undone: "Undone. The case is open again.",
    keys: "Keys: J next, K previous, P play, N note, U undo. Each decision shows its own key.",
    removesVerses: (count: string) =>
      `Verses of other people that go if you remove this beat: ${count}`,
    removesProfile: "Removing a profile takes its name, bio and links.",
  },

  notices: {
    title: "Notices",
    empty: "No notices yet.",
    emptyHint: "What a moderator decides about your things is shown here.",
    decisions: {
      remove: (what: string) => `Removed: ${what}`,
      warn: (what: string) => `Warning: ${what}`,
      suspend: (what: string) => `Your account is suspended: ${what}`,
      grant: (what: string) => `Your appeal was granted: ${what}`,
    },
    dismissed: {
      report: (what: string) =>
        `A moderator has looked at this and decided not to remove it: ${what}`,
      sameAudio: (what: string) =>
        `Someone else had uploaded the same audio before. A moderator has looked at this and decided not to remove it: ${what}`,
      claim: (what: string) => `The claim was turned down: ${what}`,
      appeal: (what: string) => `Your appeal was turned down: ${what}`,
    },
    claimed: (what: string) => `Someone claims this is their work: ${what}`,
    lostVerse: (what: string) => `Your verse went with its beat: ${what}`,
    lostVerseHint:
      "A moderator has removed the beat, and verses go with their beat. The decision was about the beat, not about you.",
    why: (reason: string) => `Why: ${reason}`,
    wasAbout: (reason: string) => `It was about: ${reason}`,
    ends: (end: string) => `You can write again ${end}.`,
    endsNever: "The suspension is for good.",
    howToAppeal:
      "Is this wrong? You can appeal once. Another moderator decides, if there is one.",
    appealText: "Why the decision is wrong",
    appeal: "Appeal",
    appealed: "Your appeal is with the moderators.",
    claimFrom: (name: string) =>
      name === "" ? "From someone who has left" : `From ${name}`,
    theirWork: "Their work",
    theirProof: "Their proof",
    howToAnswer:
      "You can answer once. A moderator reads both sides; nothing is removed before that.",
    answerText: "Your answer",
    answer: "Send answer",
    yourAnswer: "Your answer",
  },

  claim: {
    title: "Claim your work",
    intro:
      "Is your work here without your permission? Tell us. You need no account. A moderator decides within 72 hours; nothing is removed before.",
    name: "Your name",
    email: "Your email",
    emailHint: "Only moderators see it. We mail the decision there.",
    link: "Link of the beat or verse",
    linkHint: "Copy it from the address bar or the share button.",
    work: "Your work: what is it, and where was it published?",
    proof: "Proof that it is yours",
    signature: "Signature: your full name",
    signatureHint:
      "By signing you say that this is true. You also say that you hold the rights, or act for the holder. The uploader reads your name, your work and your proof.",
    submit: "Send claim",
    mailed: (email: string) => `We sent a link to ${email}.`,
    mailedHint:
      "Open it to confirm your claim: the moderators see it then. The link works for 24 hours. Nothing there? Please check your spam folder.",
    askText:
      "You are about to confirm a copyright claim that was made with your email.",
    askHint:
      "Confirm only what you wrote yourself. Otherwise close this page: nobody reads the claim, and it is deleted.",
    confirm: "Confirm claim",
    failed: "The claim could not be confirmed. Please try again.",
    notRead: "The claim could not be loaded. Please reload the page.",
    refused: {
      invalid: "This link is not valid.",
      expired: "This link has expired. Please make the claim again.",
      gone: "What you claimed is no longer on Gully Cypher.",
    },
    again: "Make another claim",
    done: "Your claim is with the moderators.",
    doneNumber: (number: string) => `Its number is ${number}.`,
    doneHint: "Write it down, and mention it if you write to us.",
  },

  transparency: {
    title: "Transparency",
    intro:
      "How many cases the moderators received and decided each month. Nobody is named.",
    empty: "There have been no cases yet.",
    month: "Month",
    received: "Received",
    decided: "Decided",
    counts: {
      report: "Reports",
      sameAudio: "Same audio",
      claim: "Claims",
      appeal: "Appeals",
      dismiss: "Dismissed",
      remove: "Removed",
      warn: "Warned",
      suspend: "Suspended",
      grant: "Granted",
      onTime: "On time",
      late: "Late",
    },
  },
};
