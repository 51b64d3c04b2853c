/** All components that are tested, in the order of the table. */
import { aggregate } from "./cases/aggregate.ts";
import { crons } from "./cases/crons.ts";
import { migrations } from "./cases/migrations.ts";
import { presence } from "./cases/presence.ts";
import { rateLimiter } from "./cases/rateLimiter.ts";
import { versions } from "./cases/versions.ts";
import { workflow } from "./cases/workflow.ts";
import { workpool } from "./cases/workpool.ts";
import type { CompatCase } from "./harness/compatCase.ts";

export const cases: readonly CompatCase[] = [
  rateLimiter,
  aggregate,
  workpool,
  workflow,
  crons,
  migrations,
  presence,
  ...versions,
];
