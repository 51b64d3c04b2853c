import type { Caller } from "./contract.ts";

/** Nobody in particular, from nowhere; the engine itself calls as this, with rights of its own. */
export const ANYONE: Caller = {
  identity: null,
  isAdmin: false,
  ip: null,
  userAgent: null,
};

export const ADMIN: Caller = { ...ANYONE, isAdmin: true };
