import { HttpError } from "./httpError.ts";

/**
 * Reads typed fields of a JSON object in a request body. A field of the wrong
 * type throws an HttpError 400 that names it. `at` is the path of the object
 * inside the body, for these messages.
 */
export class JsonFields {
  readonly #object: Record<string, unknown>;
  readonly #at: string;

  constructor(value: unknown, at: string) {
    if (!isObject(value)) throw badRequest(at, "an object");
    this.#object = value;
    this.#at = at;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name);
  }

  string(name: string): string {
    const value = this.#object[name];
    if (typeof value !== "string") throw this.#bad(name, "a string");
    return value;
  }

  optionalString(name: string): string | undefined {
    return this.#object[name] === undefined ? undefined : this.string(name);
  }

  stringOrNull(name: string): string | null {
    return this.#object[name] === null ? null : this.string(name);
  }

  boolean(name: string): boolean {
    const value = this.#object[name];
    if (typeof value !== "boolean") throw this.#bad(name, "a boolean");
    return value;
  }

  object(name: string): JsonFields {
    return new JsonFields(this.#object[name], `${this.#at}.${name}`);
  }

  objectOrNull(name: string): JsonFields | null {
    return this.#object[name] == null ? null : this.object(name);
  }

  strings(name: string): string[] {
    return this.#array(name).map((item) => {
      if (typeof item !== "string") throw this.#bad(name, "strings only");
      return item;
    });
  }

  objects(name: string): JsonFields[] {
    return this.#array(name).map(
      (item, index) =>
        new JsonFields(item, `${this.#at}.${name}[${String(index)}]`),
    );
  }

  #array(name: string): unknown[] {
    const value = this.#object[name];
    if (!Array.isArray(value)) throw this.#bad(name, "an array");
    return value;
  }

  #bad(name: string, expected: string): HttpError {
    return badRequest(`${this.#at}.${name}`, expected);
  }
}

function badRequest(at: string, expected: string): HttpError {
  return new HttpError(400, "BadRequest", `${at} must be ${expected}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
