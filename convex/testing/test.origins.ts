import type { WriteCtx } from "../model/contexts";
import { enforceLimit } from "../model/rateLimits/rateLimits";
import type { Client, Person, World } from "./test.world";

/** A client whose requests come from this IP address. */
export const at = (
  client: Pick<World["t"], "withRequestMetadata">,
  ip: string,
) => client.withRequestMetadata({ ip }) as unknown as Client; // the same calls, typed more loosely

/** A signed-in person whose requests come from this IP address. */
export async function personAt(
  world: World,
  { userId }: Person,
  ip: string,
): Promise<Client> {
  const session = (await world.rows("authSessions")).find(
    (one) => one.userId === userId,
  );
  if (session === undefined) throw new Error("no session");
  const subject = `${userId}|${session._id}`;
  return at(world.t.withIdentity({ subject }), ip);
}

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
