/**
 * The mail about a notice: what a moderator decided about someone's content, or
 * that someone claims it. Says why, and how to appeal or answer. A rapper whose
 * verse was removed with a beat reads only that.
 */
import type { NoticeMail } from "../../shared/moderation";
import { GROUNDS_EN } from "../../shared/reasonsEn";
import { GROUNDS_HI } from "../../shared/reasonsHi";
import {
  isAgainstGrounds,
  type CaseKind,
  type Decision,
  type Reason,
} from "../../shared/safety";
import type { Language } from "../../shared/validators";
import { type Mail, writeMail } from "../accounts/composeMail";
import { unlinked } from "../accounts/unlinked";

export interface DecisionMailArgs extends NoticeMail {
  siteUrl: string;
  supportEmail: string | null;
  /** Further new claims; 0 if the notice is not about a claim. */
  more: number;
}

const INDIAN_DAY = {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Asia/Kolkata",
} as const;

/** Texts of one language. `what` is the title or the username concerned. */
interface Texts {
  reasons: Record<Reason, string>;
  subjects: Record<Decision, string>;
  decided: Record<Exclude<Decision, "dismiss">, (what: string) => string>;
  dismissed: Record<CaseKind, (what: string) => string>;
  grounds: (reason: string) => string;
  /** For a reason that turned out to be wrong. */
  wasAbout: (reason: string) => string;
  note: (words: string) => string;
  until: (day: string) => string;
  forGood: string;
  action: string;
  canAppeal: string;
  isFinal: string;
  claimedSubject: string;
  claimed: (what: string) => string;
  moreClaims: (count: number) => string;
  canAnswer: string;
  lostSubject: string;
  lost: (what: string) => string;
  readMore: string;
}

const en: Texts = {
  reasons: GROUNDS_EN,
  subjects: {
    dismiss: "A decision about you on Gully Cypher",
    remove: "Something of yours was removed from Gully Cypher",
    warn: "A warning from the moderators of Gully Cypher",
    suspend: "Your Gully Cypher account is suspended",
    grant: "Your appeal on Gully Cypher was granted",
  },
  decided: {
    remove: (what) => `A moderator has removed this: ${what}.`,
    warn: (what) => `A moderator warns you because of this: ${what}.`,
    suspend: (what) =>
      `A moderator has suspended your account because of this: ${what}. You can still read, export your data, and delete what is yours or your whole account.`,
    grant: (what) => `Your appeal was granted: ${what}.`,
  },
  dismissed: {
    report: (what) =>
      `A moderator has looked at this and decided not to remove it: ${what}.`,
    sameAudio: (what) =>
      `Someone else had uploaded the same audio before. A moderator has looked at this and decided not to remove it: ${what}.`,
    claim: (what) =>
      `Someone claimed that this is their work: ${what}. A moderator has turned the claim down.`,
    appeal: (what) => `Your appeal was turned down: ${what}.`,
  },
  grounds: (reason) => `Reason: ${reason}.`,
  wasAbout: (reason) => `It was about: ${reason}.`,
  note: (words) => `The moderator writes: "${words}"`,
  until: (day) => `The suspension ends on ${day}.`,
  forGood: "The suspension is for good.",
  action: "Read the decision",
  canAppeal:
    "If you think this is wrong, you can appeal once, on the same page. Another moderator decides, if there is one. You can turn these mails off on your account page.",
  isFinal: "You can turn these mails off on your account page.",
  claimedSubject: "Someone claims your upload on Gully Cypher",
  claimed: (what) =>
    `Someone claims that this is their work: ${what}. Nothing is removed before a moderator has read both sides.`,
  moreClaims: (count) =>
    count === 1
      ? "There is 1 more new claim on your uploads."
      : `There are ${count} more new claims on your uploads.`,
  canAnswer:
    "You can answer once, on the same page. You can turn these mails off on your account page.",
  lostSubject: "Your verse on Gully Cypher went with its beat",
  lost: (what) =>
    `A moderator has removed this beat: ${what}. Verses go with their beat, so yours is gone too. The decision was about the beat, not about you.`,
  readMore: "See your notices",
};

const hi: Texts = {
  reasons: GROUNDS_HI,
  subjects: {
    dismiss: "गली साइफ़र पर आपके बारे में एक फ़ैसला",
    remove: "गली साइफ़र से आपकी एक चीज़ हटाई गई",
    warn: "गली साइफ़र के मॉडरेटर की चेतावनी",
    suspend: "आपका गली साइफ़र खाता निलंबित है",
    grant: "गली साइफ़र पर आपकी अपील मान ली गई",
  },
  decided: {
    remove: (what) => `एक मॉडरेटर ने इसे हटा दिया है: ${what}।`,
    warn: (what) => `एक मॉडरेटर ने इसके लिए चेतावनी दी है: ${what}।`,
    suspend: (what) =>
      `एक मॉडरेटर ने इस वजह से आपका खाता निलंबित किया है: ${what}। आप अब भी पढ़ सकते हैं, अपना डेटा ले सकते हैं, और अपनी चीज़ें या पूरा खाता मिटा सकते हैं।`,
    grant: (what) => `आपकी अपील मान ली गई: ${what}।`,
  },
  dismissed: {
    report: (what) =>
      `एक मॉडरेटर ने इसे देखा है और इसे न हटाने का फ़ैसला किया है: ${what}।`,
    sameAudio: (what) =>
      `यही ऑडियो किसी और ने पहले अपलोड किया था। एक मॉडरेटर ने इसे देखा है और इसे न हटाने का फ़ैसला किया है: ${what}।`,
    claim: (what) =>
      `किसी ने दावा किया था कि यह उनका काम है: ${what}। मॉडरेटर ने दावा नहीं माना।`,
    appeal: (what) => `आपकी अपील नहीं मानी गई: ${what}।`,
  },
  grounds: (reason) => `कारण: ${reason}।`,
  wasAbout: (reason) => `बात यह थी: ${reason}।`,
  note: (words) => `मॉडरेटर लिखते हैं: "${words}"`,
  until: (day) => `निलंबन ${day} को ख़त्म होगा।`,
  forGood: "निलंबन हमेशा के लिए है।",
  action: "फ़ैसला पढ़ें",
  canAppeal:
    "अगर आपको यह ग़लत लगता है, तो उसी पेज पर एक बार अपील कर सकते हैं। हो सके तो कोई दूसरा मॉडरेटर फ़ैसला करता है। ये मेल खाते के पेज पर बंद किए जा सकते हैं।",
  isFinal: "ये मेल खाते के पेज पर बंद किए जा सकते हैं।",
  claimedSubject: "गली साइफ़र पर किसी ने आपके अपलोड पर दावा किया है",
  claimed: (what) =>
    `किसी का दावा है कि यह उनका काम है: ${what}। मॉडरेटर के दोनों पक्ष पढ़ने से पहले कुछ नहीं हटाया जाता।`,
  moreClaims: (count) => `आपके अपलोड पर ${count} और नए दावे हैं।`,
  canAnswer:
    "आप उसी पेज पर एक बार जवाब दे सकते हैं। ये मेल खाते के पेज पर बंद किए जा सकते हैं।",
  lostSubject: "गली साइफ़र पर आपका वर्स अपनी बीट के साथ हटा",
  lost: (what) =>
    `एक मॉडरेटर ने यह बीट हटा दी है: ${what}। वर्स अपनी बीट के साथ हटते हैं, इसलिए आपका वर्स भी हट गया। फ़ैसला बीट के बारे में था, आपके बारे में नहीं।`,
  readMore: "अपनी सूचनाएँ देखें",
};

const TEXTS: Record<Language, Texts> = { en, hi };

/** Writes the mail in the language of the person's mails. */
export function composeDecisionMail(args: DecisionMailArgs): Mail {
  const link = new URL("/notices", args.siteUrl).toString();
  const about = unlinked(args.about);
  return writeMail(wordingOf({ ...args, about }), link, args);
}

function wordingOf(args: DecisionMailArgs) {
  const { about, lostVerse, decision, canAppeal, language, more } = args;
  const texts = TEXTS[language];
  if (lostVerse) {
    const [subject, lead] = [texts.lostSubject, texts.lost(about)];
    return { subject, lead, action: texts.readMore, after: texts.isFinal };
  }
  const { action } = texts;
  if (decision === null) {
    const others = more === 0 ? [] : [texts.moreClaims(more)];
    const lead = [texts.claimed(about), ...others].join(" ");
    return {
      subject: texts.claimedSubject,
      lead,
      action,
      after: texts.canAnswer,
    };
  }
  const subject = texts.subjects[decision.decision];
  const after = canAppeal ? texts.canAppeal : texts.isFinal;
  return { subject, lead: decidedText(args, decision), action, after };
}

function decidedText(
  { kind, about, language }: DecisionMailArgs,
  {
    decision,
    grounds,
    reason,
    suspendedUntil,
  }: NonNullable<NoticeMail["decision"]>,
): string {
  const texts = TEXTS[language];
  const decided =
    decision === "dismiss" ? texts.dismissed[kind] : texts.decided[decision];
  const why = isAgainstGrounds(decision) ? texts.wasAbout : texts.grounds;
  const sentences = [
    decided(about),
    why(texts.reasons[grounds]),
    reason === "" ? "" : texts.note(reason),
    decision === "suspend" ? suspensionText(suspendedUntil, language) : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function suspensionText(until: number | null, language: Language): string {
  const texts = TEXTS[language];
  if (until === null) return texts.forGood;
  const day = new Date(until).toLocaleDateString(`${language}-IN`, INDIAN_DAY);
  return texts.until(day);
}
