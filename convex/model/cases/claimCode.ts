"use node";

import { createHmac } from "node:crypto";

/**
 * Returns the code of a claim. Nobody can compute it without the site's key,
 * and the server can compute it again, so no table has to store the plain code
 * between two attempts to mail it.
 */
export const claimCode = (waitingId: string, key: string): string =>
  createHmac("sha256", key).update(`claim ${waitingId}`).digest("hex");
