import { appError } from "./errors";
import type { ErrorCode } from "./shared/messages";
import { type Act, isAllowed, type Subject } from "./shared/permissions";
import type { Member } from "./model/viewers";

const REFUSALS: Record<Act, ErrorCode> = {
  "beat:create": "ONLY_PRODUCERS_UPLOAD",
  "beat:remove": "CANNOT_DELETE_BEAT",
  "beat:setVersesLimit": "NOT_THE_PRODUCER",
  "verse:create": "ONLY_RAPPERS_RECORD",
  "verse:remove": "CANNOT_DELETE_VERSE",
  "vote:set": "ONLY_LISTENERS_VOTE",
  "profile:edit": "NOT_THE_OWNER",
};

/** Throws the refusal of the act unless the table of permissions allows it. */
export function requireAct(viewer: Member, act: Act, subject?: Subject): void {
  const actor = { userId: viewer.userId, role: viewer.profile.role };
  if (!isAllowed(actor, act, subject)) throw appError(REFUSALS[act]);
}
