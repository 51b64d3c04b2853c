/**
 * Journals of subscribed pages. A journal tells where a page ends, and clients
 * give it back when they subscribe again, so that the page ends there again.
 * Journals are signed, because a client that could make one could ask for more
 * rows than the function shows.
 */
import { hkdfSync } from "node:crypto";
import { canonicalPath } from "../contract/canonicalPath.ts";
import type { FunctionCall } from "../contract/runtime.ts";
import { isSigned, sign } from "../worker/signature.ts";

type Call = Pick<FunctionCall, "component" | "path" | "args">;

export class Journals {
  readonly #key: Uint8Array;

  /** Journals outlive a restart if the secret does. */
  constructor(secret: string) {
    this.#key = new Uint8Array(
      hkdfSync("sha256", secret, "", "journals: authentication", 32),
    );
  }

  /**
   * Equal calls with equal ends have equal journals, so that clients with the
   * same page share one live query.
   */
  write(call: Call, endCursor: string): string {
    const proof = sign(this.#key, contentOf(call, endCursor));
    return JSON.stringify({ endCursor, proof });
  }

  /**
   * Returns the end that a journal holds, or null if `write` did not make it
   * for this call. Without an end, the page is chosen now.
   */
  endCursorOf(call: Call, journal: string | null): string | null {
    const fields = journal === null ? null : parse(journal);
    if (fields === null) return null;
    const { endCursor, proof } = fields;
    const content = contentOf(call, endCursor);
    return isSigned(this.#key, content, proof) ? endCursor : null;
  }
}

function contentOf({ component, path, args }: Call, endCursor: string): string {
  return JSON.stringify([component, canonicalPath(path), args, endCursor]);
}

function parse(journal: string): { endCursor: string; proof: string } | null {
  try {
    const json: unknown = JSON.parse(journal);
    if (typeof json !== "object" || json === null) return null;
    const { endCursor, proof }: { endCursor?: unknown; proof?: unknown } = json;
    return typeof endCursor === "string" && typeof proof === "string"
      ? { endCursor, proof }
      : null;
  } catch {
    return null;
  }
}
