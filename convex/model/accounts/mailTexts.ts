import type {
  CodePurpose,
  DeviceName,
  Language,
  Notice,
} from "../../shared/validators";

export type MailKind = CodePurpose | Notice | "claim" | "signIn";

interface Wording {
  subject: string;
  lead: string;
  action: string;
  after: string;
}

interface MailTexts {
  kinds: Record<MailKind, Wording>;
  hello: (username: string) => string;
  button: string;
  help: (supportEmail: string) => string;
  /** The line about the browser that signed in. */
  device: (device: DeviceName) => string;
}

const en: MailTexts = {
  kinds: {
    confirm: {
      subject: "Confirm your email for Gully Cypher",
      lead: "Welcome to Gully Cypher. Confirm your email to upload beats, record verses and vote.",
      action: "Confirm email",
      after:
        "The link works for 24 hours and asks you first. If you did not create an account, open it and say so, or ignore this mail: an account that nobody confirms is deleted after seven days.",
    },
    signIn: {
      subject: "Your code to sign in to Gully Cypher",
      lead: "Somebody with your password wants to sign in to your Gully Cypher account in a new browser. Your code works for fifteen minutes, and only in that browser:",
      action: "Set a new password",
      after:
        "If it was not you, tell the code to nobody and set a new password now: somebody knows yours.",
    },
    claim: {
      subject: "Confirm your claim on Gully Cypher",
      lead: "Somebody filled in the form for copyright claims with this address. The moderators see the claim when you confirm that it is yours.",
      action: "Confirm the claim",
      after:
        "The link works for 24 hours and asks you first. If it was not you, ignore this mail: nobody reads the claim, and it is deleted.",
    },
    reset: {
      subject: "Reset your Gully Cypher password",
      lead: "Someone asked to reset the password of your Gully Cypher account.",
      action: "Choose a new password",
      after:
        "The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.",
    },
    emailChange: {
      subject: "Confirm your new email for Gully Cypher",
      lead: "Someone asked to use this email address for a Gully Cypher account.",
      action: "Confirm the new email",
      after:
        "The link works for 24 hours and asks you first. If you did not ask for this, ignore this mail: nothing changes.",
    },
    emailStop: {
      subject: "The email of your Gully Cypher account is about to change",
      lead: "Someone who knows your password asked to use another email address for your Gully Cypher account. If it was you, there is nothing to do here.",
      action: "This was not me",
      after:
        "The link stops the change. For seven days it also undoes it, and then signs every device out and mails you a link for a new password.",
    },
    passwordChanged: {
      subject: "Your Gully Cypher password was changed",
      lead: "The password of your Gully Cypher account was changed, and every other device was signed out. If it was you, there is nothing to do.",
      action: "Set a new password",
      after:
        "If it was not you, set a new password now. That ends every session.",
    },
    newSignIn: {
      subject: "New sign-in to your Gully Cypher account",
      lead: "A browser that your account did not know has signed in.",
      action: "See where you are signed in",
      after:
        "If it was not you, change your password. You can turn these mails off on the same page.",
    },
    nameLost: {
      subject: "Your username on Gully Cypher has changed",
      lead: "Your email is confirmed. Before that, somebody else took the username you had chosen, so your account has another one for now.",
      action: "Open Gully Cypher",
      after:
        "Choose a username you like on your profile. Nothing else has changed.",
    },
  },
  hello: (username) => (username === "" ? "Hello," : `Hello ${username},`),
  button: "If the button does not work, open this address:",
  help: (supportEmail) => `Questions? Write to ${supportEmail}.`,
  device: ({ browser, system }) =>
    `Browser: ${browser ?? "unknown"}. System: ${system ?? "unknown"}.`,
};

const hi: MailTexts = {
  kinds: {
    confirm: {
      subject: "गली साइफ़र के लिए अपना ईमेल पक्का करें",
      lead: "गली साइफ़र में स्वागत है। बीट अपलोड करने, वर्स रिकॉर्ड करने और वोट देने के लिए अपना ईमेल पक्का करें।",
      action: "ईमेल पक्का करें",
      after:
        "लिंक 24 घंटे चलता है और पहले आपसे पूछता है। अगर खाता आपने नहीं बनाया, तो उसे खोलकर बताएँ, या इस मेल को छोड़ दें: जिस खाते को कोई पक्का न करे, वह सात दिन बाद मिटा दिया जाता है।",
    },
    signIn: {
      subject: "गली साइफ़र में साइन इन का कोड",
      lead: "किसी ने, जिसे आपका पासवर्ड पता है, नए ब्राउज़र में आपके गली साइफ़र खाते में साइन इन करना चाहा है। आपका कोड, पंद्रह मिनट के लिए और सिर्फ़ उसी ब्राउज़र में:",
      action: "नया पासवर्ड रखें",
      after:
        "अगर यह आप नहीं थे, तो कोड किसी को न बताएँ और अभी नया पासवर्ड रखें: आपका पासवर्ड किसी को पता है।",
    },
    claim: {
      subject: "गली साइफ़र पर अपना दावा पक्का करें",
      lead: "किसी ने कॉपीराइट दावे के फ़ॉर्म में यह पता लिखा है। आप पक्का करेंगे कि दावा आपका है, तभी मॉडरेटर उसे देखेंगे।",
      action: "दावा पक्का करें",
      after:
        "लिंक 24 घंटे चलता है और पहले आपसे पूछता है। अगर दावा आपका नहीं है, तो इस मेल को छोड़ दें: उसे कोई नहीं पढ़ेगा और वह मिट जाएगा।",
    },
    reset: {
      subject: "गली साइफ़र का पासवर्ड फिर से रखें",
      lead: "किसी ने आपके गली साइफ़र खाते का पासवर्ड बदलने को कहा है।",
      action: "नया पासवर्ड रखें",
      after:
        "लिंक एक बार, एक घंटे तक चलता है। अगर यह आपने नहीं किया, तो इस मेल को छोड़ दें: पासवर्ड वही रहेगा।",
    },
    emailChange: {
      subject: "गली साइफ़र के लिए अपना नया ईमेल पक्का करें",
      lead: "गली साइफ़र का एक खाता अब से यही ईमेल पता रखना चाहता है।",
      action: "नया ईमेल पक्का करें",
      after:
        "लिंक 24 घंटे चलता है और पहले आपसे पूछता है। अगर यह आपने नहीं माँगा, तो इस मेल को छोड़ दें: कुछ नहीं बदलेगा।",
    },
    emailStop: {
      subject: "आपके गली साइफ़र खाते का ईमेल बदलने वाला है",
      lead: "किसी ने, जिसे आपका पासवर्ड पता है, आपके गली साइफ़र खाते के लिए दूसरा ईमेल पता माँगा है। अगर यह आपने ही किया, तो यहाँ कुछ नहीं करना है।",
      action: "यह मैंने नहीं किया",
      after:
        "यह लिंक बदलाव को रोक देता है। सात दिन तक उसे वापस भी कर देता है; तब हर डिवाइस साइन आउट होता है और आपको नए पासवर्ड का लिंक मिलता है।",
    },
    passwordChanged: {
      subject: "आपका गली साइफ़र पासवर्ड बदल गया",
      lead: "आपके गली साइफ़र खाते का पासवर्ड बदल गया है, और बाक़ी सब डिवाइस साइन आउट हो गए हैं। अगर यह आपने ही किया, तो कुछ नहीं करना है।",
      action: "नया पासवर्ड रखें",
      after:
        "अगर यह आपने नहीं किया, तो अभी नया पासवर्ड रखें। इससे हर सेशन ख़त्म हो जाएगा।",
    },
    newSignIn: {
      subject: "आपके गली साइफ़र खाते में नया साइन इन",
      lead: "एक ऐसे ब्राउज़र से साइन इन हुआ है जिसे आपका खाता नहीं जानता था।",
      action: "देखें कि आप कहाँ साइन इन हैं",
      after:
        "अगर यह आपने नहीं किया, तो पासवर्ड बदलें। ये मेल उसी पेज पर बंद किए जा सकते हैं।",
    },
    nameLost: {
      subject: "गली साइफ़र पर आपका यूज़रनेम बदल गया",
      lead: "आपका ईमेल पक्का हो गया। उससे पहले आपका चुना यूज़रनेम किसी और ने ले लिया, इसलिए अभी आपके खाते का दूसरा यूज़रनेम है।",
      action: "गली साइफ़र खोलें",
      after: "अपनी प्रोफ़ाइल पर मनपसंद यूज़रनेम चुन लें। बाक़ी कुछ नहीं बदला।",
    },
  },
  hello: (username) => (username === "" ? "नमस्ते," : `नमस्ते ${username},`),
  button: "अगर बटन काम न करे, तो यह पता खोलें:",
  help: (supportEmail) => `कोई सवाल? ${supportEmail} पर लिखें।`,
  device: ({ browser, system }) =>
    `ब्राउज़र: ${browser ?? "अनजान"}। सिस्टम: ${system ?? "अनजान"}।`,
};

export const MAIL_TEXTS: Record<Language, MailTexts> = { en, hi };
