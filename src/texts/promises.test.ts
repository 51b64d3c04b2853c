/** Compares what the pages say about data and mails with what the code does. */
import { expect, test } from "vitest";
import { account as accountEn } from "./en/account";
import { legal as en } from "./en/legal";
import { account as accountHi } from "./hi/account";
import { legal as hi } from "./hi/legal";

const partOf = ({ privacy }: typeof en, at: number) =>
  privacy.parts[at]?.text.join(" ") ?? "";

test.each([
  [partOf(en, 0), ["report", "block", "claims", "signature", "decided"]],
  [partOf(hi, 0), ["शिकायतें", "ब्लॉक", "दावे", "हस्ताक्षर", "फ़ैसले"]],
])("the page about privacy names what moderators work with", (text, words) => {
  for (const word of words) expect(text).toContain(word);
});

test.each([
  [partOf(en, 0), "If nobody confirms the email of an account"],
  [partOf(hi, 0), "अगर कोई खाते का ईमेल पक्का न करे"],
])(
  "the page about privacy says that unconfirmed accounts go",
  (text, words) => {
    expect(text).toContain(words);
  },
);

test.each([
  [
    partOf(en, 2),
    [
      ...["decides", "claims", "a claim of yours"],
      ...["a producer deletes a verse", "because a producer leaves"],
    ],
  ],
  [
    partOf(hi, 2),
    ["फ़ैसला करे", "दावा", "आपके दावे का", "आपका वर्स हटाए", "प्रोड्यूसर के जाने से"],
  ],
  [accountEn.mails.decisions, ["decides", "claims"]],
  [accountHi.mails.decisions, ["फ़ैसला", "दावा"]],
  [
    accountEn.mails.necessary,
    ["a producer deletes a verse", "because a producer leaves"],
  ],
  [accountHi.mails.necessary, ["आपका वर्स हटाए", "प्रोड्यूसर के जाने से"]],
])("every kind of mail is named: %s", (text, words) => {
  for (const word of words) expect(text).toContain(word);
});
