// @vitest-environment jsdom
import { expect, test } from "vitest";
import { en } from "../../texts/en/all";
import { hi } from "../../texts/hi/all";
import { refusalText } from "./refusalText";

test.each([en, hi])(
  "over plain http, names https and the localhost address",
  ({ record, player, errors }) => {
    const t = { ...record, ...player.problems, ...errors };
    const text = refusalText(t, "https", { port: "5173" });
    expect(text).toContain("https");
    expect(text).toContain("http://localhost:5173");
    expect(refusalText(t, "https", { port: "" })).not.toMatch(/localhost:/);
  },
);

test.each([en, hi])(
  "names the missing API and the browsers that have it",
  ({ record, player, errors }) => {
    const t = { ...record, ...player.problems, ...errors };
    const text = refusalText(t, "MediaRecorder");
    expect(text).toContain("MediaRecorder");
    expect(text).toContain("Safari 15.4");
  },
);
