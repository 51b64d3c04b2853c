import type { Admission } from "../admission/admission.ts";
import type { Caller, FunctionCall } from "../runtime/contract/runtime.ts";
import { functionCall, queryCaller } from "./functionCall.ts";
import type { LiveQueries } from "./liveQueries.ts";
import type { LiveSubscription } from "./liveSubscription.ts";
import {
  type AddQuery,
  type ModifyQuerySet,
  ProtocolError,
} from "./protocol.ts";
import type { StateListener } from "./queryGroup.ts";
import type { QuerySet } from "./querySet.ts";
import { refusedQuery } from "./refusedQuery.ts";
import { requireVersion } from "./stateVersion.ts";
import type { Watcher } from "./watcher.ts";

/** Services that subscriptions need. */
interface Sources {
  readonly liveQueries: LiveQueries;
  readonly admission: Admission;
}

/**
 * The caller for whom queries are watched, and the listener for new results.
 */
interface Subscriber {
  readonly caller: Caller;
  readonly watcher: Watcher;
  readonly listener: StateListener;
}

/**
 * Changes what a session watches. An object is made for each change, because a
 * server has thousands of sessions that change nothing.
 */
export class QuerySetChange {
  readonly #queries: QuerySet;
  readonly #sources: Sources;
  readonly #subscriber: Subscriber;

  constructor(queries: QuerySet, sources: Sources, subscriber: Subscriber) {
    this.#queries = queries;
    this.#sources = sources;
    this.#subscriber = subscriber;
  }

  /**
   * Adds and removes queries. Queries over the caller's limit fail on their
   * own.
   *
   * @param sizeBytes size of the message
   * @throws VersionError, or ProtocolError for a message that no client sends
   */
  modify(
    { baseVersion, newVersion, modifications }: ModifyQuerySet,
    sizeBytes: number,
  ): void {
    const { target } = this.#queries;
    requireVersion("query set", baseVersion, target.querySet);
    if (newVersion <= baseVersion) {
      throw new ProtocolError("newVersion must follow baseVersion.");
    }
    // A client that has reconnected sends all of its queries at once.
    if (modifications.length > this.#maxQueries) {
      throw new ProtocolError(
        `A message may change ${this.#maxQueries} queries.`,
      );
    }
    const isTooLarge = this.#isTooLarge(sizeBytes);
    for (const modification of modifications) {
      const isKnown = this.#queries.has(modification.queryId);
      if ((modification.type === "Remove") !== isKnown) {
        throw new ProtocolError(
          `Query ${modification.queryId} is ${isKnown ? "already" : "not"} in the query set.`,
        );
      }
      if (modification.type === "Remove") {
        this.#queries.remove(modification.queryId);
      } else {
        this.#add(modification, newVersion, isTooLarge);
      }
    }
    const { identity } = target;
    this.#queries.target = { querySet: newVersion, identity };
  }

  /**
   * Watches the same queries for a caller whose identity has changed.
   *
   * @param isAdmitted whether the limits that apply are still the same
   */
  subscribeAgain(isAdmitted: boolean): void {
    const caller = queryCaller(this.#subscriber.caller);
    for (const entry of [...this.#queries.entries()]) {
      if (entry.subscription.call === null) continue;
      const call = { ...entry.subscription.call, caller };
      const journal = entry.subscription.state?.journal ?? entry.journal;
      const subscription = this.#subscribe(call, journal, isAdmitted);
      this.#queries.replace(entry, { subscription, journal });
    }
  }

  /** Queries that a session may have, including those that were refused. */
  get #maxQueries(): number {
    return 2 * this.#sources.admission.identified.limits.maxQueriesPerSession;
  }

  /**
   * Names and journals may take as much room as the arguments. If a message is
   * larger than that, its queries are refused without measuring their
   * arguments, which takes long.
   */
  #isTooLarge(sizeBytes: number): boolean {
    return (
      sizeBytes > 2 * this.#subscriber.watcher.bounds.limits.maxArgumentBytes
    );
  }

  #add(query: AddQuery, addedIn: number, isTooLarge: boolean): void {
    const { queryId, journal } = query;
    if (this.#queries.size >= this.#maxQueries) {
      throw new ProtocolError("Far too many queries.");
    }
    const refusal = this.#refusal(isTooLarge);
    const subscription =
      refusal === null
        ? this.#subscribe(this.#callOf(query), journal)
        : refusedQuery(refusal);
    const isRefused = subscription.call === null;
    this.#queries.add({
      queryId,
      subscription,
      journal: isRefused ? null : journal,
      addedIn,
    });
  }

  #refusal(isTooLarge: boolean): string | null {
    const { watcher } = this.#subscriber;
    const { maxQueriesPerSession } = watcher.bounds.limits;
    if (isTooLarge) return watcher.tooManyBytes;
    return this.#queries.size < maxQueriesPerSession
      ? null
      : `A session may watch ${maxQueriesPerSession} queries at a time.`;
  }

  #callOf(query: AddQuery): FunctionCall {
    return functionCall(query, queryCaller(this.#subscriber.caller));
  }

  #subscribe(
    call: FunctionCall,
    journal: string | null,
    isAdmitted = false,
  ): LiveSubscription {
    const { watcher, listener } = this.#subscriber;
    const options = { watcher, isAdmitted, listener };
    return this.#sources.liveQueries.subscribe(call, journal, options);
  }
}
