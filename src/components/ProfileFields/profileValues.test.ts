import { describe, expect, test } from "vitest";
import { auth } from "../../texts/en/auth";
import {
  type ProfileValues,
  EMPTY_PROFILE,
  profileErrors,
  submittedProfile,
} from "./profileValues";

const complete: ProfileValues = {
  username: "mc_delhi",
  role: "rapper",
  state: "Delhi",
  instagram: "",
  youtube: "",
};
const errorsOf = (part: Partial<ProfileValues>) =>
  profileErrors({ ...complete, ...part }, auth);

describe("validation", () => {
  test("accepts a complete profile", () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ instagram: "@mc.delhi", youtube: "mcdelhi" })).toEqual(
      {},
    );
  });

  test("requires a role", () => {
    expect(errorsOf({ role: "" })).toEqual({ role: "Please select a role" });
  });

  test("requires a state from artists only", () => {
    expect(errorsOf({ state: "" })).toEqual({
      state: "Please select your state",
    });
    expect(errorsOf({ role: "listener", state: "" })).toEqual({});
  });

  test.each(["", " ", "x", "two words", "a".repeat(31)])(
    "refuses the username %j",
    (username) => {
      expect(errorsOf({ username }).username).toBeTruthy();
    },
  );

  test("rejects social links to another host", () => {
    expect(errorsOf({ instagram: "https://evil.example/x" }).instagram).toBe(
      "Enter an Instagram handle or an instagram.com link.",
    );
    expect(errorsOf({ youtube: "https://evil.example/x" }).youtube).toBe(
      "Enter a YouTube handle or a youtube.com link.",
    );
  });
});

describe("the submitted profile", () => {
  test("drops artist fields filled in before choosing listener", () => {
    const values = { ...complete, role: "listener", instagram: "x" };
    expect(submittedProfile(values)).toEqual({
      ...EMPTY_PROFILE,
      username: "mc_delhi",
      role: "listener",
    });
  });

  test("has a trimmed username", () => {
    expect(submittedProfile({ ...complete, username: " mc " }).username).toBe(
      "mc",
    );
  });
});
