/**
 * Encodes positions in a query as opaque strings. A cursor is valid only for
 * the query that produced it, in the database that produced it.
 *
 * A position is a key of the index, so it contains values of fields that the
 * function may not have returned. Cursors are therefore encrypted, and nobody
 * else can make one. Equal positions have equal cursors, because clients whose
 * arguments are equal share the work. The construction is that of AES-SIV: the
 * authentication code of the plaintext is the IV.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  timingSafeEqual,
} from "node:crypto";
import type { Storage } from "../storage/storage.ts";
import { InvalidCursorError } from "./contract.ts";
import type { QueryPlan } from "./queryPlan.ts";

export const END_CURSOR = "_end_cursor";

const SECRET = "cursor_secret";
const SECRET_BYTES = 32;
const CIPHER = "aes-256-ctr";
const IV_BYTES = 16;

/** Returns the secret behind a database's cursors; creates it on first use. */
export function loadCursorSecret(
  storage: Storage,
  randomBytes: (count: number) => Uint8Array,
): string {
  const known = storage.meta(SECRET);
  if (known !== null) return known;
  const made = Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
  storage.transaction(() => storage.setMeta(SECRET, made));
  return made;
}

interface CursorKeys {
  readonly authentication: Uint8Array;
  readonly encryption: Uint8Array;
}

/** The cursors of one database. */
export class Cursors {
  readonly #keys: CursorKeys;

  constructor(secret: string) {
    this.#keys = {
      authentication: derivedKey(secret, "cursors: authentication"),
      encryption: derivedKey(secret, "cursors: encryption"),
    };
  }

  /**
   * Returns the cursors of a query. Its filters may change between pages; its
   * range may not.
   */
  of({ identity }: QueryPlan): QueryCursors {
    const source = hash("sha256", JSON.stringify(identity), "buffer");
    return new QueryCursors(this.#keys, source);
  }
}

/** The cursors of one query. */
export class QueryCursors {
  readonly #keys: CursorKeys;
  readonly #source: Buffer;

  constructor(keys: CursorKeys, source: Buffer) {
    this.#keys = keys;
    this.#source = source;
  }

  /** Encodes the position just after `key`, in the order of the query. */
  encode(key: string): string {
    const position = Buffer.from(key, "latin1");
    const iv = this.#ivOf(position);
    const cipher = createCipheriv(CIPHER, this.#keys.encryption, iv);
    return Buffer.concat([iv, cipher.update(position)]).toString("base64url");
  }

  /**
   * @throws InvalidCursorError if this query did not produce the cursor
   */
  decode(cursor: string): string {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length < IV_BYTES) throw new InvalidCursorError();
    const iv = bytes.subarray(0, IV_BYTES);
    const cipher = createDecipheriv(CIPHER, this.#keys.encryption, iv);
    const position = cipher.update(bytes.subarray(IV_BYTES));
    if (!timingSafeEqual(iv, this.#ivOf(position)))
      throw new InvalidCursorError();
    return position.toString("latin1");
  }

  #ivOf(position: Buffer): Buffer {
    return createHmac("sha256", this.#keys.authentication)
      .update(this.#source)
      .update(position)
      .digest()
      .subarray(0, IV_BYTES);
  }
}

function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}
