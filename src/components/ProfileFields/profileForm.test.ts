import { describe, expect, it } from "vitest";
import { en } from "../../texts/en/all";
import {
  type ProfileValues,
  emptyProfile,
  profileErrors,
  submittedProfile,
} from "./profileForm";

const complete: ProfileValues = {
  username: "mc_delhi",
  role: "rapper",
  state: "Delhi",
  instagram: "",
  youtube: "",
};
const errorsOf = (part: Partial<ProfileValues>) =>
  profileErrors({ ...complete, ...part }, en.auth);

describe("what sign-up asks of a person", () => {
  it("accepts a complete profile", () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ instagram: "@mc.delhi", youtube: "mcdelhi" })).toEqual(
      {},
    );
  });

  it("needs a role", () => {
    expect(errorsOf({ role: "" })).toEqual({ role: "Please select a role" });
  });

  it("needs a state from those who make music", () => {
    expect(errorsOf({ state: "" })).toEqual({
      state: "Please select your state",
    });
    expect(errorsOf({ role: "listener", state: "" })).toEqual({});
  });

  it.each(["", " ", "x", "two words", "a".repeat(31)])(
    "refuses the username %j",
    (username) => {
      expect(errorsOf({ username }).username).toBeTruthy();
    },
  );

  it("takes handles and links of the host itself, never another host", () => {
    expect(errorsOf({ instagram: "https://evil.example/x" }).instagram).toBe(
      "Enter an Instagram handle or an instagram.com link.",
    );
    expect(errorsOf({ youtube: "https://evil.example/x" }).youtube).toBe(
      "Enter a YouTube handle or a youtube.com link.",
    );
  });
});

describe("what is sent", () => {
  it("leaves out what somebody typed before becoming a listener", () => {
    const values = { ...complete, role: "listener", instagram: "x" };
    expect(submittedProfile(values)).toEqual({
      ...emptyProfile,
      username: "mc_delhi",
      role: "listener",
    });
  });

  it("trims the username", () => {
    expect(submittedProfile({ ...complete, username: " mc " }).username).toBe(
      "mc",
    );
  });
});
