import type { NoticeKind } from "../../../shared/leaving";
import type { Language } from "../../../shared/validators";
import { type Mail, type Wording, writeMail } from "../../accounts/composeMail";

export interface NoticeArgs {
  siteUrl: string;
  supportEmail: string | null;
  username: string;
  language: Language;
  dueAt: number;
}

const PATHS: Record<NoticeKind, string> = {
  leaving: "/login",
  versesGo: "/home",
  verseDeleted: "/home",
};

type Wordings = (day: string) => Record<NoticeKind, Wording>;

const en: Wordings = (day) => ({
  leaving: {
    subject: "Your Gully Cypher account will be deleted",
    lead: `You asked to delete your Gully Cypher account. It will be deleted on ${day}, with everything in it.`,
    action: "Sign in to keep it",
    after:
      "If you still want to go, you need not do anything. If it was not you, sign in and change your password.",
  },
  versesGo: {
    subject: "Save your verses before they go",
    lead: `A producer whose beats you rapped on deletes their account. Their beats will go on ${day}, and your verses on them too. Save your verses before that day.`,
    action: "Save my verses",
    after:
      "The app shows you these verses with a button to save each. If the producer stays after all, nothing goes.",
  },
  verseDeleted: {
    subject: "A producer deleted your verse. Save it now",
    lead: `A producer deleted your verse, or the beat under it. Nobody can hear it any more, but we keep the file for you until ${day}.`,
    action: "Save my verse",
    after: "The app shows the verse with a button to save it.",
  },
});

const hi: Wordings = (day) => ({
  leaving: {
    subject: "आपका गली साइफ़र खाता मिटाया जाएगा",
    lead: `आपने अपना गली साइफ़र खाता मिटाने को कहा है। ${day} को यह अपनी हर चीज़ के साथ मिट जाएगा।`,
    action: "खाता रखने के लिए साइन इन करें",
    after:
      "अगर आप अब भी जाना चाहते हैं, तो कुछ करने की ज़रूरत नहीं। अगर यह आपने नहीं किया, तो साइन इन करके अपना पासवर्ड बदलें।",
  },
  versesGo: {
    subject: "अपने वर्स सहेज लें, इससे पहले कि वे चले जाएँ",
    lead: `जिस प्रोड्यूसर की बीट्स पर आपने रैप किया, वे अपना खाता मिटा रहे हैं। ${day} को उनकी बीट्स चली जाएँगी, और उन पर आपके वर्स भी। उससे पहले अपने वर्स सहेज लें।`,
    action: "मेरे वर्स सहेजें",
    after:
      "ऐप ये वर्स दिखाता है, हर एक को सहेजने के बटन के साथ। अगर प्रोड्यूसर आख़िर में रुक जाएँ, तो कुछ नहीं जाएगा।",
  },
  verseDeleted: {
    subject: "प्रोड्यूसर ने आपका वर्स हटा दिया। उसे अभी सहेज लें",
    lead: `किसी प्रोड्यूसर ने आपका वर्स हटा दिया, या वह बीट जिस पर वह था। अब उसे कोई नहीं सुन सकता, पर हम आपके लिए फ़ाइल ${day} तक रखेंगे।`,
    action: "मेरा वर्स सहेजें",
    after: "ऐप में वर्स के साथ उसे सहेजने का बटन है।",
  },
});

const WORDINGS: Record<Language, Wordings> = { en, hi };

/** Writes the mail for a notice about a departure or a deletion, in the recipient's language. */
export function composeNotice(kind: NoticeKind, args: NoticeArgs): Mail {
  const { language, dueAt, siteUrl } = args;
  const locale = language === "hi" ? "hi-IN" : "en-GB";
  const day = new Date(dueAt).toLocaleDateString(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Asia/Kolkata",
  });
  const link = new URL(PATHS[kind], siteUrl).toString();
  return writeMail(WORDINGS[language](day)[kind], link, args);
}
