import { ConvexError } from "convex/values";
import type { Connection } from "../../hooks/useConnection";
import type { OutboxTexts } from "../../texts/useOutboxTexts";
import type { OutboxEntry } from "./entry";

/** Returns a text about an entry: its progress, or what went wrong and what comes next. */
export function statusText(
  t: OutboxTexts,
  failureText: (error: unknown, fallback: string) => string,
  { problem, isPaused, percent }: OutboxEntry,
  connection: Connection,
): string {
  if (problem === null) {
    if (isPaused) return t.paused(percent);
    if (connection !== "connected") return t[connection](percent);
    return percent < 100 ? t.sending(percent) : t.saving;
  }
  const { refusal } = problem;
  if (refusal === null) return t.triedAgain;
  const cause = failureText(new ConvexError({ ...refusal }), t.triedAgain);
  const steps: Partial<Record<string, string>> = t.steps;
  return `${cause} ${steps[refusal.code] ?? t.kept}`;
}
