import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { setAuthKeys } from "./test.authKeys";
import { openMailbox } from "./test.mailbox";
import { makeEmptyWorld, type World } from "./test.world";

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/**
 * Registers the hooks that make a deployment with a mail server before each test of a
 * file, and hands both out then.
 */
export function withMailWorld(
  take: (made: { world: World; mailbox: Mailbox }) => unknown,
): void {
  let mailbox: Mailbox;
  let world: World;

  beforeAll(async () => {
    mailbox = await openMailbox();
  });
  beforeEach(async () => {
    await setAuthKeys();
    mailbox.mails.length = 0;
    vi.stubEnv("SMTP_URL", mailbox.url);
    world = await makeEmptyWorld();
    take({ world, mailbox });
  });
  afterEach(async () => {
    await world.end();
    vi.unstubAllEnvs();
  });
  afterAll(() => mailbox.close());
}
