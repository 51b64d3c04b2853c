import type { Reason } from "../../../convex/shared/safety.ts";
import { Inbox } from "../inbox.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { MODERATOR } from "../cast.ts";
import { callAsAdmin } from "../callAsAdmin.ts";
import { inParallel } from "../inParallel.ts";
import type { Member } from "../member.ts";
import { SONGS } from "../songs.ts";
import { mixTakes } from "../taste.ts";
import {
  BLOCKS,
  CLAIMS,
  DECIDED,
  planReports,
  type Reported,
} from "./queuePlan.ts";
import * as Trust from "./trustFunctions.ts";

const WIDTH = 4;
const POLL_MS = 500;
/** A decision takes effect after ten seconds; a busy machine needs longer. */
const PATIENCE_MS = 60_000;

export interface Studio {
  /** URL of the app. */
  readonly url: string;
  readonly inboxUrl: string;
  readonly adminKey: string;
  readonly members: ReadonlyMap<string, Member>;
  /** Ids in the order of `SONGS` and of `mixTakes(SONGS)`. */
  readonly beatIds: readonly string[];
  readonly verseIds: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Appoints the moderator, and fills the queue, the log of decisions, the
 * notices and the blocks through the app's public functions.
 */
export async function fillQueue(studio: Studio): Promise<void> {
  await callAsAdmin(studio, "mutation", {
    path: "moderators:appoint",
    args: { username: MODERATOR.username },
  });
  await decideFirst(studio);
  // The appeals wait for the decisions; the rest need not.
  await Promise.all([appealAll(studio), reportAll(studio), claimAll(studio)]);
  for (const [blocker, blocked] of BLOCKS) {
    const userId = await userIdOf(studio, blocked);
    const block = { userId, isBlocked: true };
    await memberOf(studio, blocker).client.mutation(Trust.setBlocked, block);
  }
}

/** Makes the reports that are decided already, and decides them. */
async function decideFirst(studio: Studio): Promise<void> {
  const moderator = memberOf(studio, MODERATOR.username);
  for (const { about, decision, note, ...planned } of DECIDED) {
    const number = await makeReport(studio, { ...planned, about });
    const { cases } = await moderator.client.query(Trust.getQueue, {});
    const found = cases.find((one) => one.number === number);
    if (found === undefined) throw new Error(`${number} is not in the queue.`);
    const made = { caseId: found.id, decision, suspension: null, reason: note };
    await moderator.client.mutation(Trust.decide, made);
  }
}

async function reportAll(studio: Studio): Promise<void> {
  const planned = planReports(SONGS, mixTakes(SONGS));
  await inParallel(planned, WIDTH, (one) => makeReport(studio, one));
}

async function claimAll(studio: Studio): Promise<void> {
  const { url, inboxUrl, beatIds, signal } = studio;
  const inbox = new Inbox(inboxUrl);
  const stranger = new ConvexHttpClient(url, { logger: false });
  for (const { beat, ...claim } of CLAIMS) {
    const link = `${url}/beats/${required(beatIds[beat])}`;
    const signed = { ...claim, link, signature: claim.name };
    await stranger.action(Trust.createClaim, signed);
    const code = await inbox.mailedCode(claim.email, "/claim", signal);
    await stranger.mutation(Trust.confirmClaim, { code });
  }
}

async function appealAll(studio: Studio): Promise<void> {
  const takes = mixTakes(SONGS);
  for (const { about, appeal } of DECIDED) {
    if (appeal === null) continue;
    const { by } = required(
      about.type === "beat" ? SONGS[about.index] : takes[about.index],
    );
    const author = memberOf(studio, by);
    const decisionId = await appealable(author, studio.signal);
    await author.client.mutation(Trust.appeal, { decisionId, text: appeal });
  }
}

/** Waits for the notice of a decision that this person can appeal against. */
async function appealable(author: Member, signal: AbortSignal) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const notices = await author.client.query(Trust.getNotices, {});
    const found = notices.find(({ canAppeal }) => canAppeal);
    if (found?.decision) return found.decision.id;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new Error("No decision took effect within a minute.");
}

async function makeReport(
  studio: Studio,
  planned: {
    by: string;
    about: Pick<Reported, "type" | "index"> & { of?: string };
    reason: Reason;
    text: string;
  },
): Promise<string> {
  studio.signal.throwIfAborted();
  const { by, about, reason, text } = planned;
  const subjectId = await idOf(studio, about);
  const made = { subjectType: about.type, subjectId, reason, text };
  return memberOf(studio, by).client.mutation(Trust.report, made);
}

async function idOf(
  studio: Studio,
  { type, index, of = "" }: Pick<Reported, "type" | "index"> & { of?: string },
): Promise<string> {
  if (type === "profile") return userIdOf(studio, of);
  const ids = type === "beat" ? studio.beatIds : studio.verseIds;
  return required(ids[index]);
}

async function userIdOf(studio: Studio, username: string): Promise<string> {
  const viewer = await memberOf(studio, username).client.query(
    Trust.getViewer,
    {},
  );
  return required(viewer).userId;
}

const memberOf = ({ members }: Studio, username: string): Member =>
  required(members.get(username), username);

function required<Value>(
  value: Value | null | undefined,
  what = "What the plan names",
): Value {
  if (value === undefined || value === null) {
    throw new Error(`${what} does not exist.`);
  }
  return value;
}
