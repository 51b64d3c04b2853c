/** The mail to a claimant about what became of their claims. */
import type { ClaimOutcome, OutcomeMail } from "../../shared/moderation";
import type { Language } from "../../shared/validators";
import { type Mail, writeMail } from "../accounts/composeMail";
import { unlinked } from "../accounts/unlinked";

interface OutcomeMailArgs extends OutcomeMail {
  siteUrl: string;
  supportEmail: string | null;
}

/** Texts of one language. `what` is the title of what was claimed. */
interface Texts {
  subject: string;
  claim: (number: string, outcome: string) => string;
  outcomes: Record<ClaimOutcome, (what: string) => string>;
  action: string;
  after: string;
}

const en: Texts = {
  subject: "A decision about your claim on Gully Cypher",
  claim: (number, outcome) => `Claim ${number}: ${outcome}`,
  outcomes: {
    dismiss: (what) => `a moderator has turned it down. ${what} stays.`,
    remove: (what) => `${what} has been removed.`,
    warn: (what) => `a moderator has acted on it. ${what} stays.`,
    suspend: (what) => `a moderator has acted on it. ${what} stays.`,
    gone: () => "what you claimed is no longer on Gully Cypher.",
  },
  action: "Make another claim",
  after:
    "You get this mail because the claim names this address. If it was not you, ignore this mail.",
};

const hi: Texts = {
  subject: "गली साइफ़र पर आपके दावे का फ़ैसला",
  claim: (number, outcome) => `दावा ${number}: ${outcome}`,
  outcomes: {
    dismiss: (what) => `मॉडरेटर ने इसे नहीं माना। ${what} बना रहेगा।`,
    remove: (what) => `${what} को हटा दिया गया है।`,
    warn: (what) => `मॉडरेटर ने इस पर क़दम उठाया है। ${what} बना रहेगा।`,
    suspend: (what) => `मॉडरेटर ने इस पर क़दम उठाया है। ${what} बना रहेगा।`,
    gone: () => "जिस पर आपने दावा किया था, वह अब गली साइफ़र पर नहीं है।",
  },
  action: "एक और दावा करें",
  after:
    "यह मेल इसलिए आया क्योंकि दावे में यह पता लिखा है। अगर दावा आपने नहीं किया, तो इस मेल को छोड़ दें।",
};

const TEXTS: Record<Language, Texts> = { en, hi };

/**
 * Writes the mail in the language of the claim. Anyone can enter a name and a
 * stranger's address, so the mail greets nobody by name, does not say what
 * happened to an uploader, and links no title.
 */
export function composeOutcomeMail(args: OutcomeMailArgs): Mail {
  const { claim, outcomes, ...texts } = TEXTS[args.language];
  const lead = args.outcomes
    .map(({ number, outcome, about }) =>
      claim(number, outcomes[outcome](unlinked(about))),
    )
    .join(" ");
  const link = new URL("/claim", args.siteUrl).toString();
  return writeMail({ ...texts, lead }, link, { ...args, username: "" });
}
