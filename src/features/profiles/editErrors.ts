import type { Texts } from "../../texts/texts";
import type { AuthTexts } from "../../texts/useAuthTexts";
import { MAX_BIO_LENGTH } from "../../../convex/shared/limits";
import {
  type FieldErrors,
  socialErrors,
  usernameErrors,
} from "../../components/ProfileFields/profileValues";

export interface EditValues {
  username: string;
  bio: string;
  instagram: string;
  youtube: string;
}

/** Checks the username only if it changes: older ones follow older rules. */
export function editErrors(
  values: EditValues,
  ownUsername: string,
  auth: AuthTexts,
  t: Texts["profiles"]["editForm"],
): FieldErrors<EditValues> {
  return {
    ...(values.username !== ownUsername &&
      usernameErrors(values.username, auth)),
    ...(values.bio.length > MAX_BIO_LENGTH && {
      bio: t.bioTooLong(MAX_BIO_LENGTH),
    }),
    ...socialErrors(values, auth),
  };
}
