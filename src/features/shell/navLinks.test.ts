import { expect, test } from "vitest";
import { signedInAs } from "../../testing/people";
import { en } from "../../texts/en/all";
import { navLinks } from "./navLinks";

const labels = (state: Parameters<typeof navLinks>[0]) =>
  navLinks(state, en.shell).map(({ label }) => label);

test("offers signed-out visitors contact, login and sign-up", () => {
  expect(labels({ status: "signedOut" })).toEqual([
    "Contact Us",
    "Login",
    "Create an account",
  ]);
});

test.each(["producer", "producer_rapper"] as const)(
  "offers a %s the upload",
  (role) => {
    expect(labels(signedInAs(role))).toEqual([
      "Home",
      "Find Artists",
      "Contact Us",
      "Upload Beat",
      "Profile",
      "Account",
    ]);
  },
);

test.each(["rapper", "listener"] as const)(
  "does not offer a %s the upload",
  (role) => {
    expect(labels(signedInAs(role))).not.toContain("Upload Beat");
  },
);

test("links to the viewer's own profile and account", () => {
  const links = navLinks(signedInAs("rapper", "me"), en.shell);
  expect(links.slice(-2).map(({ to }) => to)).toEqual([
    ...["/profile/me", "/account"],
  ]);
});
