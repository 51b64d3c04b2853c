import { MAX_BIO_LENGTH } from "./limits";
import type { ErrorCode } from "./messages";
import { PILE_OF_MARKS } from "./plainText";
import { isArtist, isRole, type Role } from "./roles";
import { isInstagram, isYoutube } from "./socials";
import { isState } from "./states";
import { isUsername, normalizeUsername } from "./usernames";

export interface ProfileInput {
  username: string;
  role: string;
  state: string;
  instagram: string;
  youtube: string;
}

export interface ProfileFields extends ProfileInput {
  role: Role;
}

/**
 * Checks the sign-up or completion form. Returns the first error, or the fields
 * to store. Listeners have no state and no social links.
 */
export function checkProfile(
  input: ProfileInput,
): { error: ErrorCode } | { fields: ProfileFields } {
  const username = normalizeUsername(input.username);
  const usernameError = checkUsername(username);
  if (usernameError) return { error: usernameError };
  if (!isRole(input.role)) return { error: "ROLE_REQUIRED" };
  const role = input.role;
  if (!isArtist(role)) {
    const none = { state: "", instagram: "", youtube: "" };
    return { fields: { username, role, ...none } };
  }
  if (!isState(input.state)) return { error: "STATE_REQUIRED" };
  const socialsError = checkSocials(input);
  if (socialsError) return { error: socialsError };
  const instagram = input.instagram.trim();
  const youtube = input.youtube.trim();
  return { fields: { username, role, state: input.state, instagram, youtube } };
}

/**
 * Expects a normalised username. Older ones may have neither a letter nor a
 * digit; the address of a page cannot end in "..", for example.
 */
export function checkUsername(username: string): ErrorCode | null {
  if (username === "") return "USERNAME_REQUIRED";
  return isUsername(username) &&
    /[\p{L}\p{N}]/u.test(username) &&
    !PILE_OF_MARKS.test(username)
    ? null
    : "USERNAME_INVALID";
}

export function checkSocials(input: {
  instagram: string;
  youtube: string;
}): ErrorCode | null {
  if (!isInstagram(input.instagram)) return "INSTAGRAM_INVALID";
  return isYoutube(input.youtube) ? null : "YOUTUBE_INVALID";
}

export const checkBio = (bio: string): ErrorCode | null =>
  bio.length <= MAX_BIO_LENGTH ? null : "BIO_TOO_LONG";
