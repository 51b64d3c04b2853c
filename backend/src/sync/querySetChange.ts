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

/** For whom queries are watched, and who hears of new results. */
interface Subscriber {
  readonly caller: Caller;
  readonly watcher: Watcher;
  readonly listener: StateListener;
}

/**
 * Changes what a session watches. Made for a single change, because a server has
 * thousands of sessions that change nothing.
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
   * Adds and removes queries. Those over the limit of the caller fail on their own.
   *
   * @throws VersionError, or ProtocolError for a message that no client sends
   */
  modify({ baseVersion, newVersion, modifications }: ModifyQuerySet): void {
    const { target } = this.#queries;
    requireVersion("query set", baseVersion, target.querySet);
    if (newVersion <= baseVersion) {
      throw new ProtocolError("newVersion must follow baseVersion.");
    }
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
        this.#add(modification, newVersion);
      }
    }
    const { identity } = target;
    this.#queries.target = { querySet: newVersion, identity };
  }

  /**
   * Watches the same queries for a caller who has become someone else.
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

  #add(query: AddQuery, addedIn: number): void {
    const { queryId, journal } = query;
    const { caller, watcher } = this.#subscriber;
    const { maxQueriesPerSession } = watcher.bounds.limits;
    const { identified } = this.#sources.admission;
    if (this.#queries.size >= 2 * identified.limits.maxQueriesPerSession) {
      throw new ProtocolError("Far too many queries.");
    }
    const call = functionCall(query, queryCaller(caller));
    const subscription =
      this.#queries.size < maxQueriesPerSession
        ? this.#subscribe(call, journal)
        : refusedQuery(
            `A session may watch ${maxQueriesPerSession} queries at a time.`,
          );
    const isRefused = subscription.call === null;
    this.#queries.add({
      queryId,
      subscription,
      journal: isRefused ? null : journal,
      addedIn,
    });
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
