const NAMES: Readonly<Record<string, string>> = {
  "1.0/signJwt": "ctx.auth.signJwt",
  "1.0/createServiceToken": "getServiceToken",
  "1.0/getServiceUrl": "getServiceUrl",
  "1.0/storageStore": "ctx.storage.store in mutations",
  "1.0/storageGet": "ctx.storage.get in mutations",
};

/** Builds the error for an operation that the embedded backend lacks. */
export function unsupported(op: string): Error {
  return new Error(
    `${NAMES[op] ?? `The operation ${op}`} is not supported by the embedded backend.`,
  );
}
