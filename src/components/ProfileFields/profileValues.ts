import type { AuthTexts } from "../../texts/useAuthTexts";
import { checkUsername } from "../../../convex/shared/profileFields";
import { isArtist, isRole } from "../../../convex/shared/roles";
import { isInstagram, isYoutube } from "../../../convex/shared/socials";
import { normalizeUsername } from "../../../convex/shared/usernames";

/** The profile fields of sign-up and of profile completion. `role` is empty until one is chosen. */
export interface ProfileValues {
  username: string;
  role: string;
  state: string;
  instagram: string;
  youtube: string;
}

export const EMPTY_PROFILE: ProfileValues = {
  username: "",
  role: "",
  state: "",
  instagram: "",
  youtube: "",
};

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;

/**
 * Returns true if the fields for artists (state and social handles) are shown. They are hidden only
 * for listeners, and shown until a role is chosen.
 */
export const asksForArtist = (role: string) => !isRole(role) || isArtist(role);

/** Validates all fields. An empty object means that the profile can be submitted. */
export function profileErrors(
  values: ProfileValues,
  t: AuthTexts,
): FieldErrors<ProfileValues> {
  const errors: FieldErrors<ProfileValues> = {
    ...usernameErrors(values.username, t),
  };
  if (!isRole(values.role)) errors.role = t.signUp.roleRequired;
  if (!asksForArtist(values.role)) return errors;
  if (isRole(values.role) && values.state === "") {
    errors.state = t.signUp.stateRequired;
  }
  return { ...errors, ...socialErrors(values, t) };
}

export function usernameErrors(
  username: string,
  t: AuthTexts,
): FieldErrors<Pick<ProfileValues, "username">> {
  const refusal = checkUsername(normalizeUsername(username));
  if (refusal === null) return {};
  return {
    username:
      refusal === "USERNAME_REQUIRED" ? t.usernameRequired : t.usernameInvalid,
  };
}

export function socialErrors(
  values: Pick<ProfileValues, "instagram" | "youtube">,
  t: AuthTexts,
): FieldErrors<Pick<ProfileValues, "instagram" | "youtube">> {
  const { socialInvalid } = t.signUp;
  return {
    ...(!isInstagram(values.instagram) && {
      instagram: socialInvalid.instagram,
    }),
    ...(!isYoutube(values.youtube) && { youtube: socialInvalid.youtube }),
  };
}

/**
 * Returns the values to send to the server. Drops the artist fields of a listener, who may have
 * filled them in before choosing that role.
 */
export function submittedProfile(values: ProfileValues): ProfileValues {
  const username = normalizeUsername(values.username);
  return asksForArtist(values.role)
    ? { ...values, username }
    : { ...EMPTY_PROFILE, username, role: values.role };
}

const FIELD_OF_CODE: Record<string, string> = {
  EMAIL_REQUIRED: "email",
  EMAIL_INVALID: "email",
  EMAIL_TAKEN: "email",
  EMAIL_SAME: "email",
  PASSWORD_WRONG: "currentPassword",
  PASSWORD_REQUIRED: "password",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_COMMON: "password",
  PASSWORD_IS_NAME: "password",
  USERNAME_REQUIRED: "username",
  USERNAME_INVALID: "username",
  USERNAME_TAKEN: "username",
  ROLE_REQUIRED: "role",
  STATE_REQUIRED: "state",
  INSTAGRAM_INVALID: "instagram",
  YOUTUBE_INVALID: "youtube",
  BIO_TOO_LONG: "bio",
};

/** The field that a server error code belongs to; null when it concerns the whole form. */
export function fieldOfFailure(code: string | null): string | null {
  return code === null ? null : (FIELD_OF_CODE[code] ?? null);
}
