import type { Role } from "./roles";

export const ACTS = [
  "beat:create",
  "beat:remove",
  "beat:setVersesLimit",
  "verse:create",
  "verse:remove",
  "vote:set",
  "profile:edit",
] as const;

export type Act = (typeof ACTS)[number];

/**
 * "own": the one who made it (a beat's producer, a verse's rapper, the person
 * of a profile). "ownOrOnOwnBeat": also the producer of the beat it lies on.
 */
export type Rule = "always" | "own" | "ownOrOnOwnBeat" | "never";

/** The one table of who may do what; the screens hide by it, the server decides by it. */
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
  "vote:set": {
    producer: "never",
    producer_rapper: "never",
    rapper: "never",
    listener: "always",
  },
  "profile:edit": {
    producer: "own",
    producer_rapper: "own",
    rapper: "own",
    listener: "own",
  },
};

export interface Subject {
  ownerId: string;
  /** The producer of the beat a verse lies on. */
  beatProducerId?: string;
}

export function isAllowed(
  actor: { userId: string; role: Role },
  act: Act,
  subject?: Subject,
): boolean {
  const rule = PERMISSIONS[act][actor.role];
  switch (rule) {
    case "always":
      return true;
    case "never":
      return false;
    case "own":
      return subject?.ownerId === actor.userId;
    case "ownOrOnOwnBeat":
      return (
        subject?.ownerId === actor.userId ||
        subject?.beatProducerId === actor.userId
      );
    default:
      return rule satisfies never;
  }
}
