import { expect, test } from "vitest";
import type { ErrorCode } from "../../../convex/shared/messages";
import { asOwnVerse, type OutboxEntry } from "./entry";

const refused = (code: ErrorCode, answersId?: string): OutboxEntry => ({
  ...{ id: "a", userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [], durationMs: 1000, createdAt: 1 },
  extras: {
    words: "one",
    ...(answersId && { answersId: answersId as never }), // ids are branded strings
  },
  ...{ percent: 100, isPaused: false, uploadId: null },
  problem: { refusal: { code, message: "" } },
});

test("an answer across a block can go as a verse of its own, with all else", () => {
  expect(asOwnVerse(refused("APART", "v1"))).toEqual({
    ...{ extras: { words: "one" }, problem: null },
  });
});

test.each([
  ["another refusal", refused("BLOCKED", "v1")],
  ["a verse that answers nothing", refused("APART")],
  ["no problem", { ...refused("APART", "v1"), problem: null }],
])("%s stays as it is", (_, entry) => {
  expect(asOwnVerse(entry)).toBeNull();
});
