import type { Role } from "./roles";

export const ACTS = [
  "beat:create",
  "beat:remove",
  "beat:setVersesLimit",
  "beat:setTerms",
  "beat:setBars",
  "verse:create",
  "verse:remove",
  "words:edit",
  "words:withdraw",
  "vote:set",
  "profile:edit",
  "report:create",
  "block:set",
  "follow:set",
  "listen:record",
  "cypher:open",
  "cypher:end",
  "cypher:watch",
  "mic:take",
  "mic:pass",
  "case:read",
  "case:decide",
  "decision:appeal",
  "claim:answer",
] as const;

export type Act = (typeof ACTS)[number];

/**
 * "own": allowed for the person who made it (a beat's producer, a verse's
 * rapper, the owner of a profile). "ownOrOnOwnBeat": also allowed for the
 * producer of the beat that the verse is on. "others": allowed for everyone but
 * the person who made it. "ownBeat": allowed for the producer of the beat.
 * "othersNotOnOwnBeat": like "others", but not allowed for the producer of the
 * beat that the verse is on. "moderator": allowed for moderators of any role.
 * "moderatorOfOthers": like "moderator", but not allowed if the case is about
 * the moderator's own content or was opened by them.
 */
export type Rule =
  | "always"
  | "own"
  | "ownOrOnOwnBeat"
  | "ownBeat"
  | "others"
  | "othersNotOnOwnBeat"
  | "moderator"
  | "moderatorOfOthers"
  | "never";

/**
 * Acts that suspended people may still do with their own content. All others
 * are refused.
 */
const WHILE_SUSPENDED: ReadonlySet<Act> = new Set<Act>([
  "beat:remove",
  "verse:remove",
  "words:withdraw",
  "mic:pass",
  "decision:appeal",
  "claim:answer",
]);

/**
 * The only table of permissions. The server enforces it, and the screens use it
 * to hide what the viewer may not do.
 */
export const PERMISSIONS: Record<Act, Record<Role, Rule>> = {
  "beat:create": {
    producer: "always",
    producer_rapper: "always",
    rapper: "never",
    listener: "never",
  },
  "beat:remove": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "beat:setVersesLimit": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "beat:setTerms": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "beat:setBars": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "verse:create": {
    producer: "never",
    producer_rapper: "always",
    rapper: "always",
    listener: "never",
  },
  "verse:remove": {
    producer: "ownOrOnOwnBeat",
    producer_rapper: "ownOrOnOwnBeat",
    rapper: "own",
    listener: "own",
  },
  "words:edit": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "words:withdraw": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "vote:set": {
    producer: "never",
    producer_rapper: "never",
    rapper: "never",
    listener: "othersNotOnOwnBeat",
  },
  "profile:edit": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "report:create": {
    producer: "others",
    producer_rapper: "others",
    rapper: "others",
    listener: "others",
  },
  "block:set": {
    producer: "others",
    producer_rapper: "others",
    rapper: "others",
    listener: "others",
  },
  "follow:set": {
    producer: "others",
    producer_rapper: "others",
    rapper: "others",
    listener: "others",
  },
  "listen:record": {
    producer: "others",
    producer_rapper: "others",
    rapper: "others",
    listener: "others",
  },
  "cypher:open": {
    producer: "ownBeat",
    producer_rapper: "always",
    rapper: "always",
    listener: "never",
  },
  "cypher:end": {
    producer: "ownOrOnOwnBeat",
    producer_rapper: "ownOrOnOwnBeat",
    rapper: "ownOrOnOwnBeat",
    listener: "ownOrOnOwnBeat",
  },
  "cypher:watch": {
    producer: "always",
    producer_rapper: "always",
    rapper: "always",
    listener: "always",
  },
  "mic:take": {
    producer: "never",
    producer_rapper: "always",
    rapper: "always",
    listener: "never",
  },
  "mic:pass": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "case:read": {
    producer: "moderator",
    producer_rapper: "moderator",
    rapper: "moderator",
    listener: "moderator",
  },
  "case:decide": {
    producer: "moderatorOfOthers",
    producer_rapper: "moderatorOfOthers",
    rapper: "moderatorOfOthers",
    listener: "moderatorOfOthers",
  },
  "decision:appeal": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
  "claim:answer": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
};

/**
 * Whose work an act is about. For a cypher, the owner is the person who started
 * it or has its mic.
 */
export interface ActTarget {
  ownerId: string;
  /** The producer of the beat that a verse is on. */
  beatProducerId?: string;
  /** The member who opened the case; null if it was not a member. */
  reporterId?: string | null;
}

export interface Actor {
  userId: string;
  role: Role;
  isModerator?: boolean;
  isSuspended?: boolean;
}

/**
 * Returns whether the table allows an act. Rules about ownership refuse if
 * there is no target.
 */
export function isAllowed(actor: Actor, act: Act, target?: ActTarget): boolean {
  if (actor.isSuspended === true) {
    const isOwn = target?.ownerId === actor.userId;
    if (!isOwn || !WHILE_SUSPENDED.has(act)) return false;
  }
  const rule = PERMISSIONS[act][actor.role];
  switch (rule) {
    case "always":
      return true;
    case "never":
      return false;
    case "own":
      return target?.ownerId === actor.userId;
    case "ownOrOnOwnBeat":
      return (
        target?.ownerId === actor.userId ||
        target?.beatProducerId === actor.userId
      );
    case "ownBeat":
      return target?.beatProducerId === actor.userId;
    case "others":
      return target !== undefined && target.ownerId !== actor.userId;
    case "othersNotOnOwnBeat":
      return (
        target !== undefined &&
        target.ownerId !== actor.userId &&
        target.beatProducerId !== actor.userId
      );
    case "moderator":
      return actor.isModerator === true;
    case "moderatorOfOthers":
      return (
        actor.isModerator === true &&
        target !== undefined &&
        target.ownerId !== actor.userId &&
        target.reporterId !== actor.userId
      );
    default:
      return rule satisfies never;
  }
}
