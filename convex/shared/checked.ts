import type { ErrorCode } from "./messages.ts";

/** What is wrong with each field; a field that is right has no key. */
export type FieldErrors<Fields> = { [Field in keyof Fields]?: ErrorCode };

/** What the check of a form returns: its errors, or the fields to store. */
export type Checked<Fields> =
  { errors: FieldErrors<Fields> } | { fields: Fields };

/** What a check found in each field, in the order of the form; null for nothing. */
export type Found<Fields> = { [Field in keyof Fields]?: ErrorCode | null };

export function checked<Fields>(
  fields: Fields,
  found: Found<Fields>,
): Checked<Fields> {
  const wrong = Object.entries(found).filter(([, error]) => error !== null);
  if (wrong.length === 0) return { fields };
  return { errors: Object.fromEntries(wrong) as FieldErrors<Fields> }; // of `found`
}

/** Returns the errors of a form; an empty object if it is right. */
export const errorsOf = <Fields>(
  result: Checked<Fields>,
): FieldErrors<Fields> => ("errors" in result ? result.errors : {});
