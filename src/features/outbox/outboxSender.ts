import { ConvexError } from "convex/values";
import type { Turn } from "../../../convex/shared/cyphers";
import { isAppErrorData } from "../../../convex/shared/appErrors";
import { logFailure } from "../../lib/logFailure";
import { pause as realPause } from "../../lib/pause";
import type {
  PieceServer,
  StorageId,
  UploadId,
} from "../../lib/pieces/pieceServer";
import { publishOnce } from "../../lib/pieces/publishOnce";
import { sendInPieces } from "../../lib/pieces/sendInPieces";
import { untilAborted } from "../../lib/untilAborted";
import { isWaiting, type OutboxEntry, type OutboxProblem } from "./entry";
import type { Outbox } from "./outbox";
import { serverForTurn } from "./serverForTurn";
import type { Tabs } from "./tabs";

/** Time after which an entry that failed without a reason is tried again. */
const TRY_AGAIN_MS = 30_000;
/**
 * Time until the sender starts again after its first failure. The time doubles with each further
 * failure.
 */
const FIRST_RESTART_MS = 1_000;

export interface SenderParts {
  readonly outbox: Outbox;
  readonly tabs: Pick<Tabs, "alone">;
  readonly server: PieceServer;
  readonly publish: (
    entry: OutboxEntry,
    storageId: StorageId,
  ) => Promise<string>;
  /**
   * Tells the server that the take of a turn is arriving; resolves to whether the turn is still
   * valid.
   */
  readonly noteSending: (turn: Turn) => Promise<boolean>;
  /** Notes that the published take and the other takes over its beat no longer wait. */
  readonly setTakesAside: (entry: OutboxEntry) => Promise<void>;
  readonly onSent: (entry: OutboxEntry, verseId: string) => void;
  readonly pause?: typeof realPause;
}

/**
 * Sends the entries of a user until the signal aborts, and starts again after failures. Never
 * rejects.
 */
export async function keepSending(
  parts: SenderParts,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const { pause = realPause } = parts;
  let waitMs = FIRST_RESTART_MS;
  while (!signal.aborted) {
    try {
      await runSender(parts, userId, signal);
    } catch (error) {
      if (signal.aborted) return;
      logFailure("the outbox stopped sending", error);
    }
    await pause(waitMs, signal).catch(() => undefined);
    waitMs = Math.min(2 * waitMs, TRY_AGAIN_MS);
  }
}

/**
 * Sends the entries of a user one after the other until the signal aborts. Only one tab at a time
 * does this.
 */
async function runSender(
  parts: SenderParts,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  await parts.outbox.open(userId);
  await parts.tabs.alone(async () => {
    await parts.outbox.open(userId);
    while (!signal.aborted) await takeTurn(parts, signal);
  }, signal);
}

async function takeTurn(parts: SenderParts, signal: AbortSignal) {
  const { outbox } = parts;
  const entries = outbox.getEntries();
  const waiting = entries.filter(isWaiting);
  // Takes for a turn go first, because a turn ends at a certain time.
  const next = waiting.find(({ extras }) => extras.turn) ?? waiting[0];
  if (next) return sendOne(parts, next, signal);
  const failed = entries.find(isTriedAgain);
  if (!failed) return changeOf(outbox, signal);
  const { pause = realPause } = parts;
  const waited = new AbortController();
  const over = pause(TRY_AGAIN_MS, waited.signal).then(async () => {
    await outbox.change(failed.id, { problem: null });
  });
  await Promise.race([over, changeOf(outbox, signal)]).catch(() => undefined);
  waited.abort();
}

/** Returns true if an entry is not paused and its failure may be temporary. */
const isTriedAgain = ({ isPaused, problem }: OutboxEntry): boolean =>
  !isPaused &&
  problem !== null &&
  (problem.refusal === null || problem.refusal.code === "DISK_FULL");

/** Resolves at the next change of the outbox, or when the signal aborts. */
function changeOf(outbox: Outbox, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const stop = outbox.subscribe(end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

async function sendOne(
  parts: SenderParts,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<void> {
  const { outbox } = parts;
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  signal.addEventListener("abort", stop);
  const unsubscribe = outbox.subscribe(() => {
    const now = outbox.getEntries().find(({ id }) => id === entry.id);
    if (!now || !isWaiting(now)) stop();
  });
  try {
    await deliver(parts, entry, stopped.signal);
  } catch (error) {
    if (stopped.signal.aborted) return;
    logFailure("sending a verse from the outbox failed", error);
    await outbox.change(entry.id, { problem: problemOf(error) });
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", stop);
  }
}

async function deliver(
  parts: SenderParts,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, publish } = parts;
  const { turn } = entry.extras;
  const server = turn
    ? serverForTurn(parts.server, () =>
        untilAborted(parts.noteSending(turn), signal),
      )
    : parts.server;
  let verseId = await untilAborted(publishedAs(server, entry), signal);
  if (verseId === null) {
    const file = await outbox.load(entry);
    if (file === null) return outbox.remove(entry.id, "cancelled");
    let shown = entry.percent;
    const { uploadId, storageId } = await sendInPieces(server, file, {
      ...{ kind: "verses", signal },
      onBegun: (id) => outbox.change(entry.id, { uploadId: id }),
      onProgress: (percent) => {
        if (percent === shown) return;
        shown = percent;
        void outbox.change(entry.id, { percent });
      },
    });
    verseId = await publishOnce(server, uploadId, () =>
      publish(entry, storageId),
    );
  }
  await parts.setTakesAside(entry);
  await outbox.remove(entry.id, "sent");
  parts.onSent(entry, verseId);
}

/**
 * Returns the id of the verse that an entry became, or null. Asks the server, because a tab may
 * have closed after publishing the entry and before removing it.
 */
async function publishedAs(
  server: PieceServer,
  { uploadId }: OutboxEntry,
): Promise<string | null> {
  if (uploadId === null) return null;
  const state = await server.get(uploadId as UploadId); // stored by `deliver`
  return state?.publishedAs ?? null;
}

function problemOf(error: unknown): OutboxProblem {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  return { refusal: isAppErrorData(data) ? { ...data } : null };
}
