import { isArtist, isRole } from "../../../convex/shared/roles";
import { normalizeUsername } from "../../../convex/shared/usernames";

/**
 * The profile fields of sign-up and of profile completion. `role` is empty until a role is chosen.
 */
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

/**
 * Returns true if the fields for artists (state and social handles) are shown: always, except for a
 * listener.
 */
export const asksForArtist = (role: string) => !isRole(role) || isArtist(role);

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
  EMAIL_UNREACHABLE: "email",
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

/**
 * Returns the field that a server error code belongs to; null if the error concerns the whole form.
 */
export function fieldOfFailure(code: string | null): string | null {
  return code === null ? null : (FIELD_OF_CODE[code] ?? null);
}
