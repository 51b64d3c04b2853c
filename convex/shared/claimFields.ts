import { isEmail, normalizeEmail } from "./email";
import {
  MAX_CLAIM_LINK_LENGTH,
  MAX_CLAIM_NAME_LENGTH,
  MAX_CLAIM_TEXT_LENGTH,
} from "./limits";
import type { ErrorCode } from "./messages";
import { cleanLine, cleanParagraphs, isBlank } from "./plainText";
import type { ContentType } from "./validators";

/** The fields of the copyright claim form. */
export interface ClaimInput {
  name: string;
  email: string;
  link: string;
  work: string;
  proof: string;
  signature: string;
}

/**
 * Checks a copyright claim. Returns the first error, or the fields to store.
 */
export function checkClaim(
  input: ClaimInput,
): { error: ErrorCode } | { fields: ClaimInput } {
  const fields = {
    name: cleanLine(input.name),
    email: normalizeEmail(input.email),
    link: input.link.trim(),
    work: cleanParagraphs(input.work),
    proof: cleanParagraphs(input.proof),
    signature: cleanLine(input.signature),
  };
  const error = CHECKS.map((check) => check(fields)).find(Boolean);
  return error ? { error } : { fields };
}

type Check = (fields: ClaimInput) => ErrorCode | null;

const CHECKS: readonly Check[] = [
  ({ name }) => (isBlank(name) ? "CLAIM_NAME_REQUIRED" : null),
  ({ name }) => tooLongName(name),
  ({ email }) => (email === "" ? "EMAIL_REQUIRED" : null),
  ({ email }) => (isEmail(email) ? null : "EMAIL_INVALID"),
  ({ link }) => (contentOfLink(link) ? null : "CLAIM_LINK_INVALID"),
  ({ work }) => (isBlank(work) ? "CLAIM_WORK_REQUIRED" : null),
  ({ work }) => tooLong(work),
  ({ proof }) => (isBlank(proof) ? "CLAIM_PROOF_REQUIRED" : null),
  ({ proof }) => tooLong(proof),
  ({ signature }) => (isBlank(signature) ? "CLAIM_SIGNATURE_REQUIRED" : null),
  ({ signature }) => tooLongName(signature),
];

const tooLong = (text: string): ErrorCode | null =>
  text.length <= MAX_CLAIM_TEXT_LENGTH ? null : "CLAIM_TEXT_TOO_LONG";

const tooLongName = (name: string): ErrorCode | null =>
  name.length <= MAX_CLAIM_NAME_LENGTH ? null : "CLAIM_NAME_TOO_LONG";

const VERSE = /(?:#verse-|\/verses\/)([a-z0-9]+)/i;
const BEAT = /\/beats\/([a-z0-9]+)/i;

/**
 * Returns which beat or verse an address of this site shows, as its bar or the
 * share button gives it. The host is not looked at. Returns null for any other
 * text. There may be no such beat or verse.
 */
export function contentOfLink(
  link: string,
): { contentType: ContentType; contentId: string } | null {
  if (link.length > MAX_CLAIM_LINK_LENGTH) return null;
  const verse = VERSE.exec(link)?.[1];
  if (verse !== undefined) return { contentType: "verse", contentId: verse };
  const beat = BEAT.exec(link)?.[1];
  return beat === undefined ? null : { contentType: "beat", contentId: beat };
}

/** Returns which field of the form an error is about; null for another error. */
export function fieldOfClaimError(
  code: string | null,
): keyof ClaimInput | null {
  return FIELDS[code ?? ""] ?? null;
}

const FIELDS: Record<string, keyof ClaimInput> = {
  CLAIM_NAME_REQUIRED: "name",
  EMAIL_REQUIRED: "email",
  EMAIL_INVALID: "email",
  CLAIM_LINK_INVALID: "link",
  CLAIM_ITEM_NOT_FOUND: "link",
  CLAIM_OWN_ITEM: "link",
  CLAIM_WORK_REQUIRED: "work",
  CLAIM_PROOF_REQUIRED: "proof",
  CLAIM_SIGNATURE_REQUIRED: "signature",
};
