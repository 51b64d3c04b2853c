import type { QueuedCase } from "../../../convex/shared/moderation";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../convex/shared/limits";
import type { TrustTexts } from "../../texts/useTrustTexts";

/** Says what is due and when, such as "first look due in 3 hours" or "decision 2 days overdue". */
export function dueText(
  { dueAt, acknowledgedAt }: Pick<QueuedCase, "dueAt" | "acknowledgedAt">,
  now: number,
  t: TrustTexts["moderation"],
): string {
  const step = acknowledgedAt === null ? "look" : "decision";
  const leftMs = dueAt - now;
  const [count, unit] = rounded(Math.abs(leftMs));
  return leftMs >= 0
    ? t.dueIn(step, count, unit)
    : t.overdue(step, count, unit);
}

function rounded(ms: number): [number, "minute" | "hour" | "day"] {
  if (ms < HOUR_MS) return [Math.max(1, Math.floor(ms / MINUTE_MS)), "minute"];
  if (ms < 2 * DAY_MS) return [Math.floor(ms / HOUR_MS), "hour"];
  return [Math.floor(ms / DAY_MS), "day"];
}
