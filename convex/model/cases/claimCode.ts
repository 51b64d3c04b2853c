"use node";

import { createHmac } from "node:crypto";

/**
 * Returns the code of a claim, which nobody can find without the site's key. So no
 * table has to store the plain code between two attempts to mail it.
 */
export const claimCode = (waitingId: string, key: string): string =>
  createHmac("sha256", key).update(`claim ${waitingId}`).digest("hex");
