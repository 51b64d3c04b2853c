import { api } from "../_generated/api";
import { linkIn } from "./test.mailbox";
import { withMailWorld, type Mailbox } from "./test.mailWorld";
import { type Client, type World } from "./test.world";

export const ASHA = {
  email: "asha@example.com",
  password: "gully nights 1",
};

const PROFILE = { username: "Asha", role: "rapper", state: "Delhi" };

export const FIREFOX =
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The world that the tests of a file use. Each test gets a new one. */
export interface AccountWorld {
  world: World;
  /** Creates Asha's account, confirms its address and signs in. */
  join: () => Promise<Client>;
  signIn: (params?: Record<string, string>) => Promise<Client>;
  /** Signs in with a browser that names itself. */
  signInWith: (userAgent: string) => Promise<Client>;
  /** Waits for the n-th mail with a link to `path`, and returns its code. */
  mailedCode: (email: string, path: string, n?: number) => Promise<string>;
  mails: Mailbox["mails"];
}

/**
 * Registers the hooks that make a deployment with a mail server before each
 * test. Read the result only inside tests.
 */
export function useAccountWorld(): AccountWorld {
  let mailbox: Mailbox;
  let world: World;
  const shared = {} as AccountWorld; // filled before each test

  withMailWorld((made) => {
    ({ world, mailbox } = made);
    Object.assign(shared, { world, mails: mailbox.mails });
  });

  const sign = async (
    params: Record<string, string>,
    through: Pick<Client, "action"> = world.stranger,
  ) => {
    const { tokens } = await through.action(api.auth.signIn, {
      provider: "password",
      params: { ...ASHA, ...params },
    });
    if (!tokens) throw new Error("no tokens");
    return world.bearer(tokens.token);
  };
  const mailedCode = async (email: string, path: string, n = 1) => {
    const link = linkIn(await mailbox.mailTo(email, path, n));
    return link.searchParams.get("code") ?? "";
  };
  const join = async () => {
    const asha = await sign({ flow: "signUp", ...PROFILE });
    const code = await mailedCode(ASHA.email, "/activate");
    await world.stranger.mutation(api.account.confirmEmail, { code });
    return asha;
  };
  const signIn = (params = {}) => sign({ flow: "signIn", ...params });
  const signInWith = (userAgent: string) =>
    sign(
      { flow: "signIn" },
      world.t.withRequestMetadata({ userAgent }) as Pick<Client, "action">, // the same calls, typed more loosely
    );
  return Object.assign(shared, { join, signIn, signInWith, mailedCode });
}
