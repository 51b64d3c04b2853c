/** `npm run lint:imports`: refuses imports against the layers, and import cycles. */
import { join } from "node:path";
import { checkImports } from "./checkImports.ts";
import { CYCLE_ROOTS, TREES } from "./layers.ts";

const root = join(import.meta.dirname, "../..");
const refused = await checkImports(CYCLE_ROOTS, TREES, root);
for (const line of refused) console.error(line);
if (refused.length > 0) process.exitCode = 1;
