import { appError, suspended } from "../errors";
import type { ErrorCode } from "../../shared/messages";
import {
  type Act,
  isAllowed,
  PERMISSIONS,
  type ActTarget,
} from "../../shared/permissions";
import type { Role } from "../../shared/roles";
import type { Confirmed } from "./viewers";

/**
 * The acts that can be refused with an error. A listen that does not count is
 * ignored, and so is putting down a mic that somebody else holds. Every member
 * may wait for a mic.
 */
type RefusedAct = Exclude<Act, "listen:record" | "mic:pass" | "cypher:watch">;

const REFUSALS: Record<RefusedAct, ErrorCode> = {
  "beat:create": "ONLY_PRODUCERS_UPLOAD",
  "beat:remove": "CANNOT_DELETE_BEAT",
  "beat:setVersesLimit": "NOT_THE_PRODUCER",
  "beat:setTerms": "CANNOT_CHANGE_TERMS",
  "beat:setBars": "CANNOT_SET_BARS",
  "verse:create": "ONLY_RAPPERS_RECORD",
  "verse:remove": "CANNOT_DELETE_VERSE",
  "words:edit": "NOT_YOUR_WORDS",
  "words:withdraw": "NOT_YOUR_WORDS",
  "vote:set": "ONLY_LISTENERS_VOTE",
  "profile:edit": "NOT_THE_OWNER",
  "report:create": "CANNOT_REPORT_SELF",
  "block:set": "CANNOT_BLOCK_SELF",
  "follow:set": "CANNOT_FOLLOW_SELF",
  "cypher:open": "CANNOT_OPEN_CYPHER",
  "cypher:end": "CANNOT_END_CYPHER",
  "mic:take": "ONLY_RAPPERS_RECORD",
  "case:read": "NOT_A_MODERATOR",
  "case:decide": "OWN_CONTENT",
  "decision:appeal": "DECISION_NOT_FOUND",
  "claim:answer": "CLAIM_NOT_FOUND",
};

/** Errors for viewers whose role may do the act, but not to this item. */
const REFUSALS_OF_ITEM: Partial<Record<Act, ErrorCode>> = {
  "vote:set": "CANNOT_VOTE_SELF",
};

/**
 * Throws the act's error unless the permission table allows the viewer to do
 * it, or SUSPENDED if only a suspension is in the way. Acts on someone's content
 * need a `target` that says whose it is.
 */
export function requireAct(
  viewer: Confirmed,
  act: RefusedAct,
  target?: ActTarget,
): void {
  const { userId, isModerator = false, suspension = null } = viewer;
  const actor = { userId, isModerator, role: viewer.profile.role };
  if (!isAllowed(actor, act, target)) {
    throw appError(refusalOf(actor.role, act));
  }
  if (suspension === null) return;
  const isKept = isAllowed({ ...actor, isSuspended: true }, act, target);
  if (!isKept) throw suspended(suspension.until);
}

function refusalOf(role: Role, act: RefusedAct): ErrorCode {
  const isByRole = PERMISSIONS[act][role] === "never";
  return (isByRole ? undefined : REFUSALS_OF_ITEM[act]) ?? REFUSALS[act];
}
