import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { DeviceName, Notice } from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import { deviceName } from "./deviceName";
import { findDevice, rememberDevice } from "./knownDevices";
import { loadSettings } from "./settings";

/**
 * Schedules a mail that only informs. It is sent only if the calling
 * transaction commits.
 */
export async function mailNotice(
  ctx: WriteCtx,
  userId: Id<"users">,
  notice: Notice,
  device: DeviceName | null = null,
): Promise<void> {
  const job = { userId, notice, device, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.notify, job);
}

/**
 * Records that a browser has signed in. If the account has not seen the browser
 * before, mails the person, unless they want no such mails.
 */
export async function noteSignIn(
  ctx: WriteCtx,
  { userId, device }: { userId: Id<"users">; device: string },
): Promise<void> {
  const isKnown = (await findDevice(ctx, userId, device)) !== null;
  await rememberDevice(ctx, userId, device);
  if (isKnown) return;
  const { wantsSignInMails } = await loadSettings(ctx, userId);
  if (!wantsSignInMails) return;
  const { userAgent } = await ctx.meta.getRequestMetadata();
  await mailNotice(ctx, userId, "newSignIn", deviceName(userAgent));
}
