import { type Checked, checked } from "./checked";
import { MAX_BIO_LENGTH } from "./limits";
import type { ErrorCode } from "./messages";
import { cleanParagraphs, PILE_OF_MARKS, trimUnseen } from "./plainText";
import { isArtist, isRole, type Role } from "./roles";
import { isInstagram, isYoutube } from "./socials";
import { isState } from "./states";
import { isUsername, normalizeUsername, withoutJoiners } from "./usernames";

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

const NOT_AN_ARTIST = { state: "", instagram: "", youtube: "" };

/**
 * Checks the sign-up or completion form. Listeners have no state and no social
 * links. While no role is chosen, a missing state is not an error.
 */
export function checkProfile(input: ProfileInput): Checked<ProfileFields> {
  const role = isRole(input.role) ? input.role : null;
  const isListener = role !== null && !isArtist(role);
  const needsState = role !== null && isArtist(role);
  const given = { ...input, ...(isListener && NOT_AN_ARTIST) };
  const fields = {
    username: normalizeUsername(given.username),
    role: role as Role, // null is an error
    state: given.state,
    instagram: trimUnseen(given.instagram),
    youtube: trimUnseen(given.youtube),
  };
  return checked(fields, {
    username: checkUsername(fields.username),
    role: role === null ? "ROLE_REQUIRED" : null,
    state: needsState && !isState(fields.state) ? "STATE_REQUIRED" : null,
    ...checkSocials(fields),
  });
}

export interface ProfileEdit {
  username: string;
  bio: string;
  instagram: string;
  youtube: string;
}

/**
 * Checks the form that edits a profile. Checks the username only if it changes:
 * older ones follow older rules.
 */
export function checkEdit(
  input: ProfileEdit,
  ownUsername: string,
): Checked<ProfileEdit> {
  const fields = {
    username: normalizeUsername(input.username),
    bio: cleanParagraphs(input.bio),
    instagram: trimUnseen(input.instagram),
    youtube: trimUnseen(input.youtube),
  };
  const isRename = fields.username !== ownUsername;
  return checked(fields, {
    username: isRename ? checkUsername(fields.username) : null,
    bio: fields.bio.length <= MAX_BIO_LENGTH ? null : "BIO_TOO_LONG",
    ...checkSocials(fields),
  });
}

/**
 * Checks a username, which must be normalised. It needs a letter or a digit,
 * because the address of a page cannot end in "..", for example. Older
 * usernames may have neither.
 */
export function checkUsername(username: string): ErrorCode | null {
  if (username === "") return "USERNAME_REQUIRED";
  return isUsername(username) &&
    /[\p{L}\p{N}]/u.test(username) &&
    !PILE_OF_MARKS.test(withoutJoiners(username))
    ? null
    : "USERNAME_INVALID";
}

const checkSocials = ({
  instagram,
  youtube,
}: Pick<ProfileInput, "instagram" | "youtube">) =>
  ({
    instagram: isInstagram(instagram) ? null : "INSTAGRAM_INVALID",
    youtube: isYoutube(youtube) ? null : "YOUTUBE_INVALID",
  }) as const;
