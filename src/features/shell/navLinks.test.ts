import { expect, it } from "vitest";
import { signedInAs } from "../../testing/people";
import { en } from "../../texts/en/all";
import { navLinks } from "./navLinks";

const labels = (state: Parameters<typeof navLinks>[0]) =>
  navLinks(state, en.shell).map(({ label }) => label);

it("offers a stranger contact, login and an account", () => {
  expect(labels({ status: "signedOut" })).toEqual([
    "Contact Us",
    "Login",
    "Create an account",
  ]);
});

it.each(["producer", "producer_rapper"] as const)(
  "offers a %s the upload",
  (role) => {
    expect(labels(signedInAs(role))).toEqual([
      "Home",
      "Find Artists",
      "Contact Us",
      "Upload Beat",
      "Profile",
    ]);
  },
);

it.each(["rapper", "listener"] as const)("offers a %s no upload", (role) => {
  expect(labels(signedInAs(role))).not.toContain("Upload Beat");
});

it("leads to one's own profile", () => {
  const links = navLinks(signedInAs("rapper", "me"), en.shell);
  expect(links.at(-1)?.to).toBe("/profile/me");
});
