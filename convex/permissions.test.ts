import { expect, test } from "vitest";
import { ACTS, isAllowed, PERMISSIONS, type Act } from "./shared/permissions";
import { ROLES, type Role } from "./shared/roles";

type Relation = "nobody's" | "own" | "on own beat" | "another's";

const ME = "me";
const SUBJECTS = {
  "nobody's": undefined,
  own: { ownerId: ME, beatProducerId: "other" },
  "on own beat": { ownerId: "other", beatProducerId: ME },
  "another's": { ownerId: "other", beatProducerId: "third" },
} as const satisfies Record<Relation, unknown>;

const RELATIONS = Object.keys(SUBJECTS) as Relation[]; // its own keys

/** Written out a second time, by hand, from the specification. */
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
  "verse:create": { rapper: RELATIONS, producer_rapper: RELATIONS },
  "verse:remove": {
    producer: ["own", "on own beat"],
    producer_rapper: ["own", "on own beat"],
    rapper: ["own"],
    listener: ["own"],
  },
  "vote:set": { listener: RELATIONS },
  "profile:edit": {
    producer: ["own"],
    producer_rapper: ["own"],
    rapper: ["own"],
    listener: ["own"],
  },
};

const cells = ACTS.flatMap((act) =>
  ROLES.flatMap((role) =>
    RELATIONS.map((relation) => ({
      act,
      role,
      relation,
      allowed: ALLOWED[act][role]?.includes(relation) ?? false,
    })),
  ),
);

test.each(cells)(
  "$act by a $role on $relation: $allowed",
  ({ act, role, relation, allowed }) => {
    const actor = { userId: ME, role };
    expect(isAllowed(actor, act, SUBJECTS[relation])).toBe(allowed);
  },
);

test("the table has a rule for every act and role", () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual([...ACTS].sort());
  for (const act of ACTS) {
    expect(Object.keys(PERMISSIONS[act]).sort()).toEqual([...ROLES].sort());
  }
});
