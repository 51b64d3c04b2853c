import { expect, test } from "vitest";
import { MESSAGES, type ErrorCode } from "../../../convex/shared/messages";
import { failureText } from "../../lib/failureText";
import { outbox as en } from "../../texts/en/outbox";
import { outbox as hi } from "../../texts/hi/outbox";
import type { OutboxEntry } from "./entry";
import { statusText } from "./statusText";

const entry = (changes: Partial<OutboxEntry>): OutboxEntry => ({
  ...{ id: "a", userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [], durationMs: 1000, createdAt: 1 },
  extras: {},
  ...{
    percent: 40,
    isPaused: false,
    problem: null,
    uploadId: null,
    ...changes,
  },
});

test.each([
  [{}, "connected", "40% sent"],
  [{ percent: 100 }, "connected", "Saving your verse…"],
  [{ isPaused: true }, "offline", "Paused, 40% sent"],
  [
    {},
    "offline",
    "No connection, 40% sent. It goes on by itself once you are online.",
  ],
  [
    {},
    "unreachable",
    "Gully Cypher cannot be reached, 40% sent. It goes on by itself once the site is back.",
  ],
  [
    { problem: { refusal: null } },
    "connected",
    "Error uploading verse. Please try again. Your take stays on this device, and the app tries again too.",
  ],
] as const)("%j, %s: %s", (changes, connection, text) => {
  expect(statusText(en, failureText, entry(changes), connection)).toBe(text);
});

test.each([
  "BEAT_NOT_FOUND",
  "VERSE_LIMIT_REACHED",
  "BLOCKED",
  "APART",
  "STORAGE_FULL",
  "SUSPENDED",
  "VERSE_FILE_INVALID",
] as const)(
  "%s is shown with its cause and what becomes of the take",
  (code) => {
    const problem = { refusal: { code, message: MESSAGES[code as ErrorCode] } };
    for (const t of [en, hi]) {
      const text = statusText(t, failureText, entry({ problem }), "connected");
      expect(text.startsWith(`${MESSAGES[code]} `)).toBe(true);
      expect(text).toMatch(/take|टेक/);
    }
  },
);
