/** References to the public functions that reports and decisions go through. */
import { makeFunctionReference } from "convex/server";
import type { Reason } from "../../../convex/shared/safety.ts";
import type { Reported } from "./queuePlan.ts";

type Empty = Record<string, never>;

export const getViewer = makeFunctionReference<
  "query",
  Empty,
  { userId: string } | null
>("viewer:get");

export const report = makeFunctionReference<
  "mutation",
  {
    subjectType: Reported["type"];
    subjectId: string;
    reason: Reason;
    text: string;
  },
  string
>("safety:report");

export const setBlocked = makeFunctionReference<
  "mutation",
  { userId: string; isBlocked: boolean },
  null
>("safety:setBlocked");

export const createClaim = makeFunctionReference<
  "action",
  Record<"name" | "email" | "link" | "work" | "proof" | "signature", string>,
  null
>("claims:create");

export const confirmClaim = makeFunctionReference<
  "mutation",
  { code: string },
  unknown
>("claims:confirm");

interface QueuedCase {
  readonly id: string;
  readonly number: string;
}

export const getQueue = makeFunctionReference<
  "query",
  Empty,
  { cases: QueuedCase[]; hasMore: boolean }
>("moderation:queue");

export const decide = makeFunctionReference<
  "mutation",
  { caseId: string; decision: string; suspension: null; reason: string },
  string
>("moderation:decide");

export const getNotices = makeFunctionReference<
  "query",
  Empty,
  { decision: { id: string } | null; canAppeal: boolean }[]
>("notices:mine");

export const appeal = makeFunctionReference<
  "mutation",
  { decisionId: string; text: string },
  null
>("notices:appeal");
