/** All components that are tested, in the order of the table. */
import { actionCache } from "./cases/actionCache.ts";
import { actionRetrier } from "./cases/actionRetrier.ts";
import { aggregate } from "./cases/aggregate.ts";
import { batchWorker } from "./cases/batchWorker.ts";
import { crons } from "./cases/crons.ts";
import { expoPushNotifications } from "./cases/expoPushNotifications.ts";
import { geospatial } from "./cases/geospatial.ts";
import { migrations } from "./cases/migrations.ts";
import { persistentTextStreaming } from "./cases/persistentTextStreaming.ts";
import { presence } from "./cases/presence.ts";
import { prosemirrorSync } from "./cases/prosemirrorSync.ts";
import { r2 } from "./cases/r2.ts";
import { rateLimiter } from "./cases/rateLimiter.ts";
import { resend } from "./cases/resend.ts";
import { shardedCounter } from "./cases/shardedCounter.ts";
import { versions } from "./cases/versions.ts";
import { workflow } from "./cases/workflow.ts";
import { workpool } from "./cases/workpool.ts";
import type { CompatCase } from "./harness/compatCase.ts";

export const cases: readonly CompatCase[] = [
  rateLimiter,
  aggregate,
  workpool,
  workflow,
  batchWorker,
  shardedCounter,
  actionCache,
  actionRetrier,
  crons,
  migrations,
  presence,
  persistentTextStreaming,
  prosemirrorSync,
  geospatial,
  resend,
  r2,
  expoPushNotifications,
  ...versions,
];
