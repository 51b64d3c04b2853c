import { expect, test } from "vitest";
import { signedInAs } from "../../testing/people";
import { en } from "../../texts/en/all";
import { bottomLinks } from "./bottomLinks";

const labels = (state: Parameters<typeof bottomLinks>[0]) =>
  bottomLinks(state, en.shell).map(({ label }) => label);

test.each([
  ["producer", ["Home", "Find Artists", "Upload Beat", "Profile"]],
  ["producer_rapper", ["Home", "Find Artists", "Upload Beat", "Profile"]],
  ["rapper", ["Home", "Find Artists", "Record", "Profile"]],
  ["listener", ["Home", "Find Artists", "Profile"]],
] as const)("offers a %s what the role may do", (role, expected) => {
  expect(labels(signedInAs(role))).toEqual(expected);
});

test("leads a rapper to the beats, which are a part of the home page", () => {
  const record = bottomLinks(signedInAs("rapper"), en.shell)[2];
  expect(record).toMatchObject({ to: "/home#beats", isPage: false });
});

test.each(["loading", "failed", "signedOut"] as const)(
  "offers nothing while the session is %s",
  (status) => {
    expect(labels({ status })).toEqual([]);
  },
);

test.each([{ profile: null }, { emailConfirmedAt: null }])(
  "offers nothing before the account is complete (%j)",
  (lack) => {
    const state = signedInAs("producer");
    if (state.status !== "signedIn") throw new Error("Not signed in.");
    const viewer = { ...state.viewer, ...lack };
    expect(labels({ ...state, viewer })).toEqual([]);
  },
);
