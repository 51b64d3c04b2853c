import { expect, test } from "vitest";
import type { RingKind, RingRow } from "../../../convex/shared/rings";
import { bell as en } from "../../texts/en/bell";
import { bell as hi } from "../../texts/hi/bell";
import { ringIcon } from "./ringIcon";
import { ringParts } from "./ringText";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

const BY_NAME: readonly RingKind[] = [
  ...(["verse", "answer", "cypherVerse", "cypherOpened"] as const),
];

const sentence = (...row: Parameters<typeof ringParts>) =>
  ringParts(...row)
    .map(({ text }) => text)
    .join("");

const ring = (kind: RingKind, count: number, isMicFree = false): RingRow => ({
  ...{ id: asId("ring1"), kind, count, at: 1, isRead: false },
  name: BY_NAME.includes(kind) ? "Meena" : null,
  subject:
    kind === "followers"
      ? null
      : {
          ...{ title: "Monsoon", beatId: asId("beat1") },
          ...{ verseId: null, cypherId: null, isMicFree },
          startsAt: new Date(2026, 11, 4, 21).getTime(),
        },
});

test.each([
  [
    ring("answer", 1),
    'Meena answered your verse on "Monsoon".',
    'Meena ने "Monsoon" पर आपके वर्स का जवाब दिया।',
  ],
  [
    ring("answer", 3),
    'Meena and 2 more answered your verse on "Monsoon".',
    'Meena और 2 और रैपरों ने "Monsoon" पर आपके वर्स का जवाब दिया।',
  ],
  [
    ring("verse", 1),
    'Meena rapped on your beat "Monsoon".',
    'Meena ने आपकी बीट "Monsoon" पर रैप किया।',
  ],
  [
    ring("verse", 2),
    'Meena and 1 more rapped on your beat "Monsoon".',
    'Meena और एक और रैपर ने आपकी बीट "Monsoon" पर रैप किया।',
  ],
  [
    ring("verse", 4),
    'Meena and 3 more rapped on your beat "Monsoon".',
    'Meena और 3 और रैपरों ने आपकी बीट "Monsoon" पर रैप किया।',
  ],
  [
    ring("cypherVerse", 1),
    'Meena dropped a verse in the cypher on "Monsoon".',
    'Meena ने "Monsoon" वाले साइफ़र में वर्स डाला।',
  ],
  [
    ring("cypherVerse", 1, true),
    'Meena dropped a verse in the cypher on "Monsoon". The mic is free.',
    'Meena ने "Monsoon" वाले साइफ़र में वर्स डाला। माइक ख़ाली है।',
  ],
  [
    ring("cypherVerse", 3),
    '3 new verses in the cypher on "Monsoon".',
    '"Monsoon" वाले साइफ़र में 3 नए वर्स आए।',
  ],
  [
    ring("micFree", 1),
    'The mic is free in the cypher on "Monsoon".',
    '"Monsoon" वाले साइफ़र का माइक ख़ाली है।',
  ],
  [
    ring("cypherStarts", 1),
    'The cypher on "Monsoon" starts at 9:00 pm.',
    '"Monsoon" वाला साइफ़र रात 9 बजे शुरू होगा।',
  ],
  [
    ring("cypherOpened", 1),
    'Meena started a cypher on your beat "Monsoon".',
    'Meena ने आपकी बीट "Monsoon" पर साइफ़र शुरू किया।',
  ],
  [
    ring("votes", 1),
    '1 new vote for "Monsoon".',
    '"Monsoon" को 1 नया वोट मिला।',
  ],
  [
    ring("votes", 7),
    '7 new votes for "Monsoon".',
    '"Monsoon" को 7 नए वोट मिले।',
  ],
  [ring("followers", 1), "1 more person follows you.", "एक और फ़ॉलोअर जुड़ा।"],
  [ring("followers", 12), "12 more people follow you.", "12 और फ़ॉलोअर जुड़े।"],
  [
    ring("listens", 3),
    '3 people have heard "Monsoon".',
    '"Monsoon" को 3 लोग सुन चुके हैं।',
  ],
  [
    ring("listens", 10),
    '10 people have heard "Monsoon".',
    '"Monsoon" को 10 लोग सुन चुके हैं।',
  ],
])("says what happened in both languages: %#", (row, english, hindi) => {
  expect(sentence(row, en, "en")).toBe(english);
  expect(sentence(row, hi, "hi")).toBe(hindi);
});

test("sets names and titles apart, whatever they are", () => {
  const row = { ...ring("answer", 3), name: "answered" };
  expect(ringParts(row, en, "en").filter(({ isName }) => isName)).toEqual([
    { text: "answered", isName: true },
    { text: "Monsoon", isName: true },
  ]);
  const followed = ringParts(ring("followers", 2), hi, "hi");
  expect(followed).toEqual([{ text: "2 और फ़ॉलोअर जुड़े।", isName: false }]);
});

test("each kind of row has an icon of its own", () => {
  const icons = Object.values(ringIcon);
  expect(new Set(icons).size).toBe(icons.length);
});

test("news and follower numbers have one and many", () => {
  expect([1, 2, 19, 20].map(en.news)).toEqual([
    "New from 1 person you follow",
    "New from 2 people you follow",
    "New from 19 people you follow",
    "New from 20+ people you follow",
  ]);
  expect(hi.news(20)).toContain("20+");
  expect(en.counts(1, 0)).toBe("1 follower · following 0");
  expect(en.counts(3, 2)).toBe("3 followers · following 2");
  expect(hi.counts(3, 2)).toBe("3 फ़ॉलोअर · 2 को फ़ॉलो करते हैं");
});
