import { describe, expect, test } from "vitest";
import type { ViewerState } from "../../hooks/useViewer";
import { signedInAs } from "../../testing/people";
import { type Access, decideAccess } from "./decideAccess";

const confirmed = signedInAs("rapper", "me");

function viewerWith(part: object): ViewerState {
  if (confirmed.status !== "signedIn")
    throw new Error("Expected a signed-in viewer.");
  return { status: "signedIn", viewer: { ...confirmed.viewer, ...part } };
}

const people: Record<string, ViewerState> = {
  unknown: { status: "loading" },
  stranger: { status: "signedOut" },
  unconfirmed: viewerWith({ emailConfirmedAt: null }),
  profileless: viewerWith({ profile: null }),
  bare: viewerWith({ profile: null, emailConfirmedAt: null }),
  confirmed,
};

/** The outcome for each kind of page and viewer: a state of the page, or the path of a redirect. */
const table: Record<Access, Record<keyof typeof people, string>> = {
  protected: {
    unknown: "wait",
    stranger: "/login",
    unconfirmed: "/activate",
    profileless: "/profile",
    bare: "/profile",
    confirmed: "show",
  },
  guest: {
    unknown: "wait",
    stranger: "show",
    unconfirmed: "/activate",
    profileless: "/profile",
    bare: "/profile",
    confirmed: "/home",
  },
  activation: {
    unknown: "show",
    stranger: "show",
    unconfirmed: "show",
    profileless: "/profile",
    bare: "show",
    confirmed: "/home",
  },
  completion: {
    unknown: "wait",
    stranger: "/login",
    unconfirmed: "/activate",
    profileless: "show",
    bare: "show",
    confirmed: "/profile/me",
  },
  everyone: {
    unknown: "show",
    stranger: "show",
    unconfirmed: "show",
    profileless: "show",
    bare: "show",
    confirmed: "show",
  },
};

const cells = Object.entries(table).flatMap(([access, row]) =>
  Object.entries(row).map(([person, outcome]) => ({ access, person, outcome })),
);

describe("access to pages", () => {
  test.each(cells)("$access for $person: $outcome", (cell) => {
    const state = people[cell.person];
    if (state === undefined) throw new Error(`Unknown person ${cell.person}.`);
    const decision = decideAccess(cell.access as Access, state); // a key of the table
    expect(decision.kind === "redirect" ? decision.to : decision.kind).toBe(
      cell.outcome,
    );
  });

  test("remembers the target of a protected page, but not a guest page", () => {
    const stranger: ViewerState = { status: "signedOut" };
    expect(decideAccess("protected", stranger)).toMatchObject({
      rememberTarget: true,
    });
    expect(
      decideAccess("guest", viewerWith({ emailConfirmedAt: null })),
    ).toMatchObject({ rememberTarget: false });
  });
});
