import { expect, test } from "vitest";
import { renderSkeletons } from "./renderSkeletons";

test.each([
  ["en", "The Floor"],
  ["hi", "द फ़्लोर"],
] as const)(
  "draws the pages with slots for names (%s)",
  async (language, title) => {
    const drawn = await renderSkeletons(language);
    expect(Object.keys(drawn)).toEqual(["/home", "/beats/:beatId"]);
    expect(drawn["/home"]).toContain(title);
    for (const html of Object.values(drawn)) {
      expect(html).toMatch(/>\{title\}<.*>\{producer\}</);
      expect(html).not.toContain("<style");
      expect(html).not.toContain("<script");
    }
  },
);
