import { expect, test } from "vitest";
import { ACTS, isAllowed, PERMISSIONS, type Act } from "./permissions";
import { ROLES, type Role } from "./roles";

type Relation =
  "no item" | "own" | "on own beat" | "reported by me" | "another's";

const ME = "me";
const SUBJECTS = {
  "no item": undefined,
  own: { ownerId: ME, beatProducerId: "other" },
  "on own beat": { ownerId: "other", beatProducerId: ME },
  "reported by me": { ownerId: "other", reporterId: ME },
  "another's": { ownerId: "other", beatProducerId: "third" },
} as const satisfies Record<Relation, unknown>;

const RELATIONS = Object.keys(SUBJECTS) as Relation[]; // the object's own keys

/** The permission table, written out again by hand from the specification. */
const ALLOWED: Record<Act, Partial<Record<Role, Relation[]>>> = {
  "beat:create": { producer: RELATIONS, producer_rapper: RELATIONS },
  "beat:remove": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "beat:setVersesLimit": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "beat:setTerms": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "beat:setBars": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "verse:create": { rapper: RELATIONS, producer_rapper: RELATIONS },
  "verse:remove": {
    producer: ["own", "on own beat"],
    producer_rapper: ["own", "on own beat"],
    rapper: ["own"],
    listener: ["own"],
  },
  "words:edit": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "words:withdraw": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "vote:set": { listener: ["another's", "reported by me"] },
  "profile:edit": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "report:create": {
    producer: ["on own beat", "another's", "reported by me"],
    producer_rapper: ["on own beat", "another's", "reported by me"],
    rapper: ["on own beat", "another's", "reported by me"],
    listener: ["on own beat", "another's", "reported by me"],
  },
  "block:set": {
    producer: ["on own beat", "another's", "reported by me"],
    producer_rapper: ["on own beat", "another's", "reported by me"],
    rapper: ["on own beat", "another's", "reported by me"],
    listener: ["on own beat", "another's", "reported by me"],
  },
  "follow:set": {
    producer: ["on own beat", "another's", "reported by me"],
    producer_rapper: ["on own beat", "another's", "reported by me"],
    rapper: ["on own beat", "another's", "reported by me"],
    listener: ["on own beat", "another's", "reported by me"],
  },
  "listen:record": {
    producer: ["on own beat", "another's", "reported by me"],
    producer_rapper: ["on own beat", "another's", "reported by me"],
    rapper: ["on own beat", "another's", "reported by me"],
    listener: ["on own beat", "another's", "reported by me"],
  },
  "cypher:open": {
    producer: ["on own beat"],
    producer_rapper: RELATIONS,
    rapper: RELATIONS,
  },
  "cypher:end": {
    producer: ["own", "on own beat"],
    producer_rapper: ["own", "on own beat"],
    rapper: ["own", "on own beat"],
    listener: ["own", "on own beat"],
  },
  "cypher:watch": {
    producer: RELATIONS,
    producer_rapper: RELATIONS,
    rapper: RELATIONS,
    listener: RELATIONS,
  },
  "mic:take": { rapper: RELATIONS, producer_rapper: RELATIONS },
  "mic:pass": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  // Moderators of any role may do these; see OF_MODERATORS.
  "case:read": {},
  "case:decide": {},
  "decision:appeal": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
  "claim:answer": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
};

/** Acts that moderators may do in addition to those of their role. */
const OF_MODERATORS: Partial<Record<Act, Relation[]>> = {
  "case:read": RELATIONS,
  "case:decide": ["on own beat", "another's"],
};

/**
 * Acts that suspended people may still do with their own content, and only with
 * that. This includes moderators.
 */
const WHILE_SUSPENDED: Act[] = [
  "beat:remove",
  "verse:remove",
  "words:withdraw",
  "mic:pass",
  "decision:appeal",
  "claim:answer",
];

const cells = ACTS.flatMap((act) =>
  ROLES.flatMap((role) =>
    RELATIONS.flatMap((relation) =>
      [false, true].flatMap((isModerator) =>
        [false, true].map((isSuspended) => {
          const byRole = ALLOWED[act][role]?.includes(relation) ?? false;
          const byOffice =
            isModerator && (OF_MODERATORS[act]?.includes(relation) ?? false);
          const isKept = WHILE_SUSPENDED.includes(act) && relation === "own";
          const allowed = (!isSuspended || isKept) && (byRole || byOffice);
          return { act, role, relation, isModerator, isSuspended, allowed };
        }),
      ),
    ),
  ),
);

test.each(cells)(
  "$act by a $role on $relation, moderator $isModerator, suspended $isSuspended: $allowed",
  ({ act, relation, allowed, ...person }) => {
    const actor = { userId: ME, ...person };
    expect(isAllowed(actor, act, SUBJECTS[relation])).toBe(allowed);
  },
);

test("the table has a rule for every act and role", () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual([...ACTS].sort());
  for (const act of ACTS) {
    expect(Object.keys(PERMISSIONS[act]).sort()).toEqual([...ROLES].sort());
  }
});
