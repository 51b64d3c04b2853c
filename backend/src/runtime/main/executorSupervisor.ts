/**
 * Keeps one executor running. Starts it, and replaces it after a push or when
 * it has ended, for example because a function blocked it. At most one executor
 * has the database open at a time; requests, subscriptions and scheduled
 * actions carry over to the next one.
 */
import type { PreparedImport } from "../../database/contract.ts";
import type { Deployment, FunctionCall, LiveId } from "../contract/runtime.ts";
import type {
  FromExecutor,
  Published,
  OpenedDatabase,
  ScheduledActionRun,
  Subscription,
} from "../messages/executorMessages.ts";
import { SerialQueue } from "../../queues/serialQueue.ts";
import type { CallTag } from "../worker/heartbeat.ts";
import {
  type ExecutorData,
  ExecutorLink,
  type Reason,
} from "./executorLink.ts";
import { ExecutorRequests } from "./executorRequests.ts";
import { EndedCalls, endedTwice, jobKey, queryKey } from "./endedCalls.ts";
import { failedResult } from "./outcomes.ts";
import { failedUpdate, SubscriptionBook } from "./subscriptionBook.ts";

/** Number of started jobs to remember, so that a job that blocks can be named. */
const MAX_JOB_NUMBERS = 1024;

interface EndedJob {
  readonly rowId: string;
  readonly error: string;
}

export interface SupervisorListener {
  onPublication(ts: string, published: Published): void;
  onExecutions(
    executions: Extract<FromExecutor, { type: "executions" }>["executions"],
  ): void;
  onAction(run: ScheduledActionRun): void;
  onRemovedFiles(uuids: readonly string[]): void;
  onStray(message: string): void;
  onFatal(message: string): void;
  /** A worker was asked to end but is still running. */
  onStuck(message: string): void;
}

/** What an executor runs: a deployment and the variables that its functions see. */
export interface LoadedCode {
  readonly deployment: Deployment | null;
  readonly environment: Readonly<Record<string, string>>;
}

interface Replacement {
  readonly activate: boolean;
  /** Import to swap in between the old executor and the new one. */
  readonly adopt?: PreparedImport;
}

interface Opening {
  readonly activate?: Deployment | null;
  readonly adopt?: PreparedImport | null;
  readonly endedJob?: EndedJob | null;
}

export class ExecutorSupervisor {
  readonly #data: Omit<ExecutorData, "startsSerial">;
  readonly #listener: SupervisorListener;
  readonly #ended: EndedCalls;
  readonly requests: ExecutorRequests;
  readonly #book = new SubscriptionBook();
  /**
   * Rows of scheduled actions that are running now; the next executor must not
   * take them for lost.
   */
  readonly #runningActions = new Set<string>();
  #publishedTs = "0";
  #jobRows = new Map<number, string>();
  #link: ExecutorLink | null = null;
  #code: LoadedCode | null = null;
  readonly #changes = new SerialQueue();

  constructor(
    data: Omit<ExecutorData, "startsSerial">,
    listener: SupervisorListener,
  ) {
    this.#data = data;
    this.#listener = listener;
    this.#ended = new EndedCalls(data.dataDir);
    this.requests = new ExecutorRequests(this.#ended);
  }

  /** Opens the database and loads the code that was active last. */
  async boot(
    codeOf: (opened: OpenedDatabase) => LoadedCode,
  ): Promise<OpenedDatabase> {
    const link = this.#spawn();
    try {
      const rowId = this.#ended.refusedJob;
      const endedJob = rowId === null ? null : this.#endJob(rowId, endedTwice);
      const opened = await this.#open(link, { endedJob });
      this.#publishedTs = opened.ts;
      this.#code = codeOf(opened);
      await link.request({ kind: "load", ...this.#code });
      await this.#start(link, opened);
      return opened;
    } catch (error) {
      this.requests.close();
      await link.terminate();
      throw error;
    }
  }

  /**
   * Replaces the running code on the same database; `activate` also stores its
   * deployment. If the new code fails to load or open, this rejects and the old
   * code keeps running. Returns the modules that keep state between calls.
   */
  replace(code: LoadedCode, options: Replacement): Promise<readonly string[]> {
    return this.#exclusively(() => this.#replace(code, options));
  }

  async #replace(code: LoadedCode, options: Replacement) {
    const next = this.#spawn({ isCurrent: false });
    let stateful: readonly string[];
    try {
      stateful = await next.request({ kind: "load", ...code });
    } catch (error) {
      await next.terminate();
      throw error;
    }
    await this.#retire();
    this.#link = next;
    let opened: OpenedDatabase;
    try {
      opened = await this.#open(next, {
        activate: options.activate ? code.deployment : null,
        adopt: options.adopt ?? null,
      });
    } catch (error) {
      this.#link = null;
      await next.terminate();
      await this.#startAgain(null, false);
      throw error;
    }
    this.#code = code;
    this.#book.unblockAll();
    this.#ended.forgetQueries();
    await this.#start(next, opened);
    return stateful;
  }

  subscribe(subscription: Subscription): void {
    const { liveId, call } = subscription;
    this.#book.add(subscription);
    if (this.#ended.refuses(queryKey(call))) {
      this.#book.block(liveId);
      // The caller does not expect a result yet.
      setImmediate(() => this.#failLive(liveId, endedTwice));
      return;
    }
    this.requests.link?.send({ type: "subscribe", subscription });
  }

  share(liveId: LiveId, turnGroup: string): void {
    const turnGroups = this.#book.share(liveId, turnGroup);
    if (turnGroups !== null)
      this.requests.link?.send({ type: "share", liveId, turnGroups });
  }

  unsubscribe(liveId: LiveId): void {
    this.#book.remove(liveId);
    this.requests.link?.send({ type: "unsubscribe", liveId });
  }

  callOfLive(liveId: LiveId): FunctionCall | null {
    return this.#book.callOf(liveId);
  }

  async finishAction(rowId: string, error: string | null): Promise<void> {
    await this.requests.ask({ kind: "finishJob", rowId, error });
    this.#runningActions.delete(rowId);
  }

  async close(): Promise<void> {
    this.requests.close();
    await this.#exclusively(() => this.#retire());
  }

  #spawn({ isCurrent = true, startsSerial = false } = {}): ExecutorLink {
    const link = new ExecutorLink(
      { ...this.#data, startsSerial },
      {
        onNotice: (from, notice) => this.#onNotice(from, notice),
        onOverrun: (from, reasonFor) => void this.#onOverrun(from, reasonFor),
        onExit: (from) => void this.#onExit(from),
        onStuck: (message) => {
          // Only ending the process stops the worker.
          this.#blame(link.culprit);
          this.#listener.onStuck(message);
        },
      },
    );
    if (isCurrent) this.#link = link;
    return link;
  }

  async #open(
    link: ExecutorLink,
    { activate = null, adopt = null, endedJob = null }: Opening = {},
  ): Promise<OpenedDatabase> {
    return await link.request({
      kind: "open",
      activate,
      adopt,
      runningJobs: [...this.#runningActions],
      endedJob,
    });
  }

  async #start(link: ExecutorLink, { ts }: OpenedDatabase): Promise<void> {
    const sent = this.#book.runnable();
    this.#jobRows = new Map();
    await link.request({ kind: "start", subscriptions: [...sent.values()] });
    for (const change of this.#book.changesSince(sent)) link.send(change);
    this.requests.resume(link, BigInt(ts));
  }

  /**
   * Waits for answers to all requests, then has the executor close the database
   * and ends it.
   */
  async #retire(): Promise<void> {
    const link = this.#link;
    this.requests.pause();
    if (link === null) return;
    await this.requests.allSettled();
    await link.request({ kind: "close" }).catch(() => undefined);
    this.#link = null;
    await link.terminate();
  }

  /**
   * Ends an executor whose function holds the thread or too much memory, and fails that
   * function. If the function could be any of several, or is unknown to the engine, the
   * next executor runs calls again one by one.
   */
  async #onOverrun(link: ExecutorLink, reasonFor: Reason): Promise<void> {
    const { culprit } = link;
    const endedJob = culprit && this.#endCall(culprit, reasonFor);
    const wasReady = this.requests.link === link;
    this.requests.pause();
    if (this.#link === link) this.#link = null;
    await link.terminate();
    if (wasReady) await this.#respawn(endedJob, isUnknown(culprit));
  }

  /**
   * Counts that a call ended the executor, or is about to end the process. The second time,
   * fails the call, because it would run again after the restart.
   */
  #blame(culprit: CallTag | null): EndedJob | null {
    if (culprit === null) return null;
    const { kind, id } = culprit;
    if (kind === "request") this.requests.blame(id);
    const subscription = kind === "live" ? this.#book.get(id) : null;
    const rowId = kind === "job" ? this.#jobRows.get(id) : undefined;
    const key = subscription
      ? queryKey(subscription.call)
      : rowId && jobKey(rowId);
    if (!key || !this.#ended.add(key)) return null;
    return this.#endCall(culprit, endedTwice);
  }

  #endCall({ kind, id }: CallTag, reasonFor: Reason): EndedJob | null {
    if (kind === "request") this.requests.fail(id, reasonFor);
    if (kind === "live") this.#failLive(id, reasonFor);
    const rowId = kind === "job" ? this.#jobRows.get(id) : undefined;
    return rowId === undefined ? null : this.#endJob(rowId, reasonFor);
  }

  #endJob(rowId: string, reasonFor: Reason): EndedJob {
    this.#ended.forgetJob(rowId);
    return { rowId, error: reasonFor("The function") };
  }

  /**
   * Publishes a failure and blocks the query: if it ran again, it would block
   * again.
   */
  #failLive(liveId: LiveId, reasonFor: Reason): void {
    const subscription = this.#book.get(liveId);
    if (!subscription) return;
    const result = failedResult(reasonFor(subscription.call.path));
    this.#book.block(liveId);
    const failed = failedUpdate(subscription, result);
    this.#onPublication(this.#publishedTs, failed);
  }

  async #onExit(link: ExecutorLink): Promise<void> {
    if (this.#link !== link) return;
    this.#link = null;
    const wasReady = this.requests.link === link;
    this.requests.pause();
    if (!wasReady || this.requests.isClosed) return;
    const { culprit } = link;
    await this.#respawn(this.#blame(culprit), isUnknown(culprit));
  }

  async #respawn(
    endedJob: EndedJob | null = null,
    startsSerial = false,
  ): Promise<void> {
    await this.#exclusively(async () => {
      if (this.requests.isClosed || this.#link !== null) return;
      await this.#startAgain(endedJob, startsSerial);
    });
  }

  /** Starts an executor with the last code on the same database. */
  async #startAgain(
    endedJob: EndedJob | null,
    startsSerial: boolean,
  ): Promise<void> {
    try {
      const link = this.#spawn({ startsSerial });
      const opened = await this.#open(link, { endedJob });
      await link.request({ kind: "load", ...requireCode(this.#code) });
      await this.#start(link, opened);
    } catch (error) {
      this.#listener.onFatal(
        `The executor could not be started again: ${String(error)}`,
      );
    }
  }

  /**
   * Serialises starts and replacements, because only one executor may have the
   * database open.
   */
  #exclusively<T>(run: () => Promise<T>): Promise<T> {
    return this.#changes.run(run);
  }

  #onNotice(
    link: ExecutorLink,
    notice: Parameters<
      ConstructorParameters<typeof ExecutorLink>[1]["onNotice"]
    >[1],
  ): void {
    switch (notice.type) {
      case "publication":
        this.#onPublication(notice.ts, notice.published);
        return;
      case "executions":
        this.#listener.onExecutions(notice.executions);
        return;
      case "runAction":
        this.#runningActions.add(notice.run.rowId);
        this.#listener.onAction(notice.run);
        return;
      case "jobStarted":
        this.#jobRows.set(notice.number, notice.rowId);
        this.#jobRows.delete(notice.number - MAX_JOB_NUMBERS);
        return;
      case "removeFiles":
        this.#listener.onRemovedFiles(notice.uuids);
        return;
      case "stray":
        this.#listener.onStray(notice.message);
        return;
      case "fatal":
        this.#blame(notice.culprit);
        if (this.requests.link === link) this.requests.pause();
        this.requests.close();
        void link.terminate();
        this.#listener.onFatal(notice.message);
        return;
      default:
        notice satisfies never;
    }
  }

  #onPublication(ts: string, published: Published): void {
    this.#publishedTs = ts;
    const updates = this.#book.note(published.updates);
    this.#listener.onPublication(ts, { ...published, updates });
  }
}

/** True if nobody knows which call ended the executor. The next executor runs calls one by one. */
function isUnknown(culprit: CallTag | null): boolean {
  return culprit === null || culprit.kind === "none";
}

function requireCode(code: LoadedCode | null): LoadedCode {
  if (code === null) throw new Error("Nothing has been loaded yet.");
  return code;
}
