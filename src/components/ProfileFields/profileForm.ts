import { checkUsername } from "../../../convex/shared/profileFields";
import { isArtist, isRole } from "../../../convex/shared/roles";
import { isInstagram, isYoutube } from "../../../convex/shared/socials";
import { normalizeUsername } from "../../../convex/shared/usernames";
import type { Texts } from "../../texts/TextsProvider";

/** What sign-up and completion ask of a person; `role` is empty until one is chosen. */
export interface ProfileValues {
  username: string;
  role: string;
  state: string;
  instagram: string;
  youtube: string;
}

export const emptyProfile: ProfileValues = {
  username: "",
  role: "",
  state: "",
  instagram: "",
  youtube: "",
};

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;

/** State and social handles are for those who make music; nobody is asked before choosing a role. */
export const asksForArtist = (role: string) => !isRole(role) || isArtist(role);

export function profileErrors(
  values: ProfileValues,
  t: Texts["auth"],
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
  t: Texts["auth"],
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
  t: Texts["auth"],
): FieldErrors<Pick<ProfileValues, "instagram" | "youtube">> {
  const { socialInvalid } = t.signUp;
  return {
    ...(!isInstagram(values.instagram) && {
      instagram: socialInvalid.instagram,
    }),
    ...(!isYoutube(values.youtube) && { youtube: socialInvalid.youtube }),
  };
}

/** What a listener typed before becoming one is not sent. */
export function submittedProfile(values: ProfileValues): ProfileValues {
  const username = normalizeUsername(values.username);
  return asksForArtist(values.role)
    ? { ...values, username }
    : { ...emptyProfile, username, role: values.role };
}

const fieldOfCode: Record<string, string> = {
  EMAIL_REQUIRED: "email",
  EMAIL_INVALID: "email",
  EMAIL_TAKEN: "email",
  PASSWORD_REQUIRED: "password",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  USERNAME_REQUIRED: "username",
  USERNAME_INVALID: "username",
  USERNAME_TAKEN: "username",
  ROLE_REQUIRED: "role",
  STATE_REQUIRED: "state",
  INSTAGRAM_INVALID: "instagram",
  YOUTUBE_INVALID: "youtube",
  BIO_TOO_LONG: "bio",
};

/** The field that the server's refusal is about; null when it is about the whole form. */
export function fieldOfFailure(code: string | null): string | null {
  return code === null ? null : (fieldOfCode[code] ?? null);
}
