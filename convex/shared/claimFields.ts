import { type Checked, checked, type Found } from "./checked";
import { isEmail, normalizeEmail } from "./email";
import {
  MAX_CLAIM_LINK_LENGTH,
  MAX_CLAIM_NAME_LENGTH,
  MAX_CLAIM_TEXT_LENGTH,
} from "./limits";
import type { ErrorCode } from "./messages";
import { cleanLine, cleanParagraphs, isBlank, trimUnseen } from "./plainText";
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

/** Checks a copyright claim. */
export function checkClaim(input: ClaimInput): Checked<ClaimInput> {
  const fields = cleanClaim(input);
  const found: Found<ClaimInput> = {};
  for (const [field, check] of CHECKS) found[field] = check(fields[field]);
  return checked(fields, found);
}

const cleanClaim = (input: ClaimInput): ClaimInput => ({
  name: cleanLine(input.name),
  email: normalizeEmail(input.email),
  link: trimUnseen(input.link),
  work: cleanParagraphs(input.work),
  proof: cleanParagraphs(input.proof),
  signature: cleanLine(input.signature),
});

type Check = (text: string) => ErrorCode | null;

/** In the order of the form. */
const CHECKS: readonly [keyof ClaimInput, Check][] = [
  [
    "name",
    (name) => (isBlank(name) ? "CLAIM_NAME_REQUIRED" : tooLongName(name)),
  ],
  ["email", (email) => (email === "" ? "EMAIL_REQUIRED" : badEmail(email))],
  ["link", (link) => (contentOfLink(link) ? null : "CLAIM_LINK_INVALID")],
  ["work", (work) => (isBlank(work) ? "CLAIM_WORK_REQUIRED" : tooLong(work))],
  [
    "proof",
    (proof) => (isBlank(proof) ? "CLAIM_PROOF_REQUIRED" : tooLong(proof)),
  ],
  [
    "signature",
    (name) => (isBlank(name) ? "CLAIM_SIGNATURE_REQUIRED" : tooLongName(name)),
  ],
];

const badEmail = (email: string): ErrorCode | null =>
  isEmail(email) ? null : "EMAIL_INVALID";

const tooLong = (text: string): ErrorCode | null =>
  text.length <= MAX_CLAIM_TEXT_LENGTH ? null : "CLAIM_TEXT_TOO_LONG";

const tooLongName = (name: string): ErrorCode | null =>
  name.length <= MAX_CLAIM_NAME_LENGTH ? null : "CLAIM_NAME_TOO_LONG";

const VERSE = /(?:#verse-|\/verses\/)([a-z0-9]+)/i;
const BEAT = /\/beats\/([a-z0-9]+)/i;

/**
 * Returns the beat or verse that an address of this site shows, as copied from
 * the address bar or the share button. Does not look at the host. Returns null
 * for any other text. The beat or verse may not exist.
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

const LINK_ERRORS = new Set(["CLAIM_ITEM_NOT_FOUND", "CLAIM_OWN_ITEM"]);

/**
 * Returns whether an error is about the item that the link of a claim leads to.
 */
export const isClaimLinkError = (code: string | null): boolean =>
  LINK_ERRORS.has(code ?? "");
