import { expect, test, vi } from "vitest";
import { internal } from "../../_generated/api";
import { setAuthKeys } from "../../testing/test.authKeys";
import { makeEmptyWorld } from "../../testing/test.world";

test("a mail that cannot be sent safely leaves a line in the log", async () => {
  await setAuthKeys();
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
  const log = vi.spyOn(console, "error").mockReturnValue(undefined);
  const { t, join } = await makeEmptyWorld();
  const { userId } = await join({ username: "mc_b" });
  const email = "x,mc_b@example.com";
  await t.run((ctx) => ctx.db.patch("users", userId, { email }));
  const job = { userId, purpose: "reset", attempt: 1 } as const;
  expect(await t.action(internal.mail.send, job)).toBeNull();
  expect(log).toHaveBeenCalledWith(
    `No mail was sent to ${email}: this is not a plain address.`,
  );
  log.mockRestore();
  vi.unstubAllEnvs();
});
