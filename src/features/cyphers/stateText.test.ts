import { expect, test } from "vitest";
import type { CypherPage } from "../../../convex/shared/cyphers";
import { cyphers as en } from "../../texts/en/cyphers";
import { cyphers as hi } from "../../texts/hi/cyphers";
import { lastText, stateText } from "./stateText";

const person = (username: string) => ({
  ...{ userId: `${username}-id` as never, username }, // ids are branded strings
});

const cypher = (changes: Partial<CypherPage>): CypherPage =>
  ({
    ...{ isOpen: true, endReason: null, mic: null, bars: 16, verses: [] },
    ...{ host: person("Ravi"), beat: { producer: person("Asha") } },
    ...changes,
  }) as CypherPage; // the text needs no other fields

const held = { holder: person("Meena"), dueAt: 1, isSending: false };
const reader = {
  ...{ viewerId: "Dev-id", hidden: new Set<string>() },
  timeText: () => "9:00 pm",
};

test.each([
  [{}, "The mic is free.", "माइक ख़ाली है।"],
  [
    { mic: held },
    "Meena has the mic until 9:00 pm.",
    "माइक 9:00 pm तक Meena के पास है।",
  ],
  [
    { mic: { ...held, holder: person("Dev") } },
    "The mic is yours until 9:00 pm: 16 bars.",
    "माइक 9:00 pm तक आपके पास है: 16 बार्स।",
  ],
  [
    { mic: { ...held, isSending: true } },
    "Meena is sending.",
    "Meena का वर्स आ रहा है।",
  ],
  [
    { isOpen: false, endReason: "complete", verses: Array(12) },
    "This cypher is complete: 12 verses.",
    "यह साइफ़र पूरा हुआ: 12 वर्स।",
  ],
  [
    { isOpen: false, endReason: "host" },
    "Ravi ended this cypher.",
    "Ravi ने यह साइफ़र ख़त्म किया।",
  ],
  [
    { isOpen: false, endReason: "producer" },
    "Asha ended this cypher.",
    "Asha ने यह साइफ़र ख़त्म किया।",
  ],
  [
    { isOpen: false, endReason: "moderator" },
    "A moderator ended this cypher.",
    "एक मॉडरेटर ने यह साइफ़र ख़त्म किया।",
  ],
  [
    { isOpen: false, endReason: "idle" },
    "Nobody took the mic.",
    "किसी ने माइक नहीं लिया।",
  ],
] as [Partial<CypherPage>, string, string][])(
  "how a cypher stands: %#",
  (changes, english, hindi) => {
    expect(stateText(cypher(changes), en, reader)).toBe(english);
    expect(stateText(cypher(changes), hi, reader)).toBe(hindi);
  },
);

test("people whom the reader has blocked have no name, and neither has a host who left", () => {
  const hidden = new Set(["Meena-id"]);
  const text = stateText(cypher({ mic: held }), en, { ...reader, hidden });
  expect(text).toBe("Somebody has the mic until 9:00 pm.");
  const ended = cypher({ isOpen: false, endReason: "host", host: null });
  expect(stateText(ended, en, reader)).toBe("Somebody ended this cypher.");
});

test("the last turn is named as long as it is under way", () => {
  const last = "The cypher ends after this turn.";
  expect(lastText({ isOpen: true, endReason: "host" }, en)).toBe(last);
  expect(lastText({ isOpen: true, endReason: null }, en)).toBe("");
  expect(lastText({ isOpen: false, endReason: "host" }, en)).toBe("");
});
