import { GROUNDS_HI, REASONS_HI } from "../../../convex/shared/reasonsHi";
import type { Translated } from "../texts";
import type { trust as english } from "../en/trust";

const UNITS = { minute: "मिनट", hour: "घंटे", day: "दिन" };

export const trust: Translated<typeof english> = {
  reasons: REASONS_HI,
  grounds: GROUNDS_HI,
  kinds: {
    report: "रिपोर्ट",
    sameAudio: "वही ऑडियो",
    claim: "कॉपीराइट दावा",
    appeal: "अपील",
  },
  subjects: { beat: "बीट", verse: "वर्स", words: "शब्द", profile: "प्रोफ़ाइल" },
  decided: {
    dismiss: "ख़ारिज",
    remove: "हटाया",
    warn: "चेतावनी दी",
    suspend: "रोका",
    grant: "अपील मानी",
  },
  loadFailed: "यह नहीं खुल सका।",
  failed: "यह नहीं हो सका। कृपया फिर कोशिश करें।",
  gone: "यह अब नहीं है।",
  suspendedUntil: (end) => `${end} तक`,
  forGood: "हमेशा के लिए",

  moderation: {
    title: "मॉडरेशन",
    denied: "यह पेज सिर्फ़ मॉडरेटर खोल सकते हैं।",
    empty: "कुछ बाकी नहीं है।",
    emptyHint: "नए मामले यहाँ अपने आप आते हैं।",
    queue: "कतार",
    hasMore: "इनके बाद और मामले आएँगे।",
    forOthers: (count) =>
      `दूसरे मॉडरेटर के लिए, क्योंकि ये आपके हैं या आपके बारे में हैं: ${count}`,
    position: (at, of) => `मामला ${at}, कुल ${of}`,
    next: "अगला",
    nextCase: "अगला मामला",
    taken:
      "इस मामले का फ़ैसला दूसरे मॉडरेटर ने कर दिया है। आपके आगे बढ़ने तक आपकी टिप्पणी यहीं रहेगी।",
    previous: "पिछला",
    number: (number) => `नं. ${number}`,
    dueIn: (step, count, unit) =>
      step === "look"
        ? `${count} ${UNITS[unit]} में पहली बार देखना है`
        : `${count} ${UNITS[unit]} में फ़ैसला देना है`,
    overdue: (step, count, unit) =>
      step === "look"
        ? `पहली बार देखने में ${count} ${UNITS[unit]} की देरी`
        : `फ़ैसले में ${count} ${UNITS[unit]} की देरी`,
    statement: "क्या कहा गया",
    nothingSaid: "कुछ नहीं लिखा गया।",
    item: "चीज़",
    author: "बनाने वाला",
    memberSince: (date) => `${date} से सदस्य`,
    noBio: "परिचय नहीं है",
    earlier: "इनके बारे में पहले के फ़ैसले",
    noEarlier: "कोई नहीं",
    others: (count) => `इस चीज़ पर और खुले मामले: ${count}`,
    closing:
      "हटाने से ये सब बंद हो जाते हैं। नहीं तो हर कॉपीराइट दावे का फ़ैसला अलग से होता है।",
    claimant: "दावा करने वाला",
    claimantLeft: "दावा करने वाला जा चुका है।",
    proof: "सबूत",
    signature: "हस्ताक्षर",
    answer: "अपलोड करने वाले का जवाब",
    noAnswer: "अभी जवाब नहीं",
    appealed: "जिस फ़ैसले पर अपील है",
    sameAs: (title, date) => `वही ऑडियो जो बीट ${title} में है, ${date} को अपलोड।`,
    note: "बनाने वाले के लिए टिप्पणी (ज़रूरी नहीं)",
    noteHint: "इसे फ़ैसले के साथ पढ़ा जाएगा।",
    noteHintReport: "इसे फ़ैसले के साथ पढ़ा जाएगा, ख़ारिज करने पर नहीं।",
    decide: "फ़ैसला",
    dismiss: "ख़ारिज करें",
    remove: "हटाएँ",
    warn: "चेतावनी दें",
    suspend: "रोकें",
    grant: "अपील मानें",
    dismissAppeal: "न मानें",
    howLong: "कितने समय के लिए रोकें?",
    oneDay: "1 दिन",
    sevenDays: "7 दिन",
    thirtyDays: "30 दिन",
    forGood: "हमेशा के लिए",
    cancel: "रहने दें",
    undo: "वापस लें",
    pending: (decision, about) => `${decision}: ${about}`,
    undone: "वापस लिया। मामला फिर खुला है।",
    keys: "कुंजियाँ: J अगला, K पिछला, P चलाएँ, N टिप्पणी, U वापस लें। हर फ़ैसले पर उसकी कुंजी लिखी है।",
    removesVerses: (count) => `यह बीट हटाने पर दूसरों के इतने वर्स भी हटेंगे: ${count}`,
    removesProfile: "प्रोफ़ाइल हटाने से नाम, परिचय और लिंक हटते हैं।",
  },

  notices: {
    title: "सूचनाएँ",
    empty: "आपकी चीज़ों पर कोई फ़ैसला नहीं हुआ है।",
    emptyHint: "मॉडरेटर कोई फ़ैसला करे तो आप उसे यहाँ पढ़ेंगे।",
    decisions: {
      remove: (what) => `हटाया गया: ${what}`,
      warn: (what) => `चेतावनी: ${what}`,
      suspend: (what) => `आपका खाता रोका गया है: ${what}`,
      grant: (what) => `आपकी अपील मानी गई: ${what}`,
    },
    dismissed: {
      report: (what) =>
        `एक मॉडरेटर ने इसे देखा है और इसे न हटाने का फ़ैसला किया है: ${what}`,
      sameAudio: (what) =>
        `यही ऑडियो किसी और ने पहले अपलोड किया था। एक मॉडरेटर ने इसे देखा है और इसे न हटाने का फ़ैसला किया है: ${what}`,
      claim: (what) => `दावा ख़ारिज हुआ: ${what}`,
      appeal: (what) => `आपकी अपील नहीं मानी गई: ${what}`,
    },
    claimed: (what) => `किसी का दावा है कि यह उनकी रचना है: ${what}`,
    lostVerse: (what) => `आपका वर्स अपनी बीट के साथ हटा: ${what}`,
    lostVerseHint:
      "एक मॉडरेटर ने बीट हटा दी है, और वर्स अपनी बीट के साथ हटते हैं। फ़ैसला बीट के बारे में था, आपके बारे में नहीं।",
    why: (reason) => `कारण: ${reason}`,
    wasAbout: (reason) => `बात यह थी: ${reason}`,
    ends: (end) => `आप ${end} फिर लिख सकेंगे।`,
    endsNever: "खाता हमेशा के लिए रोका गया है।",
    howToAppeal:
      "क्या यह गलत है? आप एक बार अपील कर सकते हैं। कोई और मॉडरेटर हो तो वही फ़ैसला करेगा।",
    appealText: "फ़ैसला गलत क्यों है",
    appeal: "अपील करें",
    appealed: "आपकी अपील मॉडरेटर के पास है।",
    claimFrom: (name) =>
      name === "" ? "किसी ऐसे व्यक्ति की ओर से जो जा चुका है" : `${name} की ओर से`,
    theirWork: "उनकी रचना",
    theirProof: "उनका सबूत",
    howToAnswer:
      "आप एक बार जवाब दे सकते हैं। मॉडरेटर दोनों पक्ष पढ़ता है; उससे पहले कुछ नहीं हटता।",
    answerText: "आपका जवाब",
    answer: "जवाब भेजें",
    yourAnswer: "आपका जवाब",
  },

  claim: {
    title: "अपनी रचना का दावा",
    intro:
      "क्या आपकी रचना यहाँ बिना इजाज़त है? हमें बताइए। खाता ज़रूरी नहीं। मॉडरेटर 72 घंटे में फ़ैसला करता है; उससे पहले कुछ नहीं हटता।",
    name: "आपका नाम",
    email: "आपका ईमेल",
    emailHint: "इसे सिर्फ़ मॉडरेटर देखते हैं। फ़ैसला इसी पर आता है।",
    link: "बीट या वर्स का लिंक",
    linkHint: "पता पट्टी या शेयर बटन से कॉपी करें।",
    work: "आपकी रचना: क्या है और कहाँ छपी थी?",
    proof: "सबूत कि यह आपकी है",
    signature: "हस्ताक्षर: आपका पूरा नाम",
    signatureHint:
      "हस्ताक्षर करके आप कहते हैं कि लिखी बातें सच हैं और अधिकार आपके हैं या आप अधिकार वाले की ओर से हैं। अपलोड करने वाला आपका नाम, रचना और सबूत पढ़ता है।",
    submit: "दावा भेजें",
    done: "आपका दावा मॉडरेटर के पास है।",
    doneNumber: (number) => `इसका नंबर ${number} है।`,
    doneHint: "इसे लिख लें, और हमें लिखते समय बताएँ।",
  },

  transparency: {
    title: "पारदर्शिता",
    intro:
      "हर महीने मॉडरेटर को कितने मामले मिले और कितनों का फ़ैसला हुआ। किसी का नाम नहीं।",
    empty: "अभी तक कोई मामला नहीं आया है।",
    month: "महीना",
    received: "मिले",
    decided: "फ़ैसले",
    counts: {
      report: "रिपोर्ट",
      sameAudio: "वही ऑडियो",
      claim: "दावे",
      appeal: "अपील",
      dismiss: "ख़ारिज",
      remove: "हटाए",
      warn: "चेतावनी",
      suspend: "रोके",
      grant: "मानी",
      onTime: "समय पर",
      late: "देर से",
    },
  },
};
