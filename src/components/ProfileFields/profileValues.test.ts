import { describe, expect, test } from "vitest";
import { errorsOf } from "../../../convex/shared/checked";
import { checkProfile } from "../../../convex/shared/profileFields";
import {
  type ProfileValues,
  EMPTY_PROFILE,
  submittedProfile,
} from "./profileValues";

const complete: ProfileValues = {
  username: "mc_delhi",
  role: "rapper",
  state: "Delhi",
  instagram: "",
  youtube: "",
};
const errorsIn = (part: Partial<ProfileValues>) =>
  errorsOf(checkProfile({ ...complete, ...part }));

describe("validation", () => {
  test("accepts a complete profile", () => {
    expect(errorsIn({})).toEqual({});
    expect(errorsIn({ instagram: "@mc.delhi", youtube: "mcdelhi" })).toEqual(
      {},
    );
  });

  test("requires a role", () => {
    expect(errorsIn({ role: "" })).toEqual({ role: "ROLE_REQUIRED" });
  });

  test("requires a state from artists only", () => {
    expect(errorsIn({ state: "" })).toEqual({
      state: "STATE_REQUIRED",
    });
    expect(errorsIn({ role: "listener", state: "" })).toEqual({});
  });

  test.each(["", " ", "x", "two words", "a".repeat(31)])(
    "refuses the username %j",
    (username) => {
      expect(errorsIn({ username }).username).toBeTruthy();
    },
  );

  test("rejects social links to another host", () => {
    expect(errorsIn({ instagram: "https://evil.example/x" }).instagram).toBe(
      "INSTAGRAM_INVALID",
    );
    expect(errorsIn({ youtube: "https://evil.example/x" }).youtube).toBe(
      "YOUTUBE_INVALID",
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
