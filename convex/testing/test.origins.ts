import type { WriteCtx } from "../model/contexts";
import { enforceLimit } from "../model/rateLimits/rateLimits";
import type { World } from "./test.world";

/** Runs `act` as if the request came from this IP address (null: unknown). */
export const from = <Result>(
  world: World,
  ip: string | null,
  act: (ctx: WriteCtx) => Promise<Result>,
): Promise<Result> =>
  world.t.run(async (ctx) => {
    const metadata = { ip } as Awaited<
      ReturnType<WriteCtx["meta"]["getRequestMetadata"]>
    >; // rate limits read nothing else
    const meta = { ...ctx.meta, getRequestMetadata: async () => metadata };
    return act({ ...ctx, meta });
  });

/** Uses up one sign-up attempt of the account from this IP address. */
export const attempt = (world: World, account: string, ip: string | null) =>
  from(world, ip, (ctx) => enforceLimit(ctx, "signUp", account));
