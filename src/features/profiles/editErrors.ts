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

export function editErrors(
  values: EditValues,
  auth: AuthTexts,
  t: Texts["profiles"]["editForm"],
): FieldErrors<EditValues> {
  return {
    ...usernameErrors(values.username, auth),
    ...(values.bio.length > MAX_BIO_LENGTH && {
      bio: t.bioTooLong(MAX_BIO_LENGTH),
    }),
    ...socialErrors(values, auth),
  };
}
