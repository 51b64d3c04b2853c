/**
 * The server side of one sync connection. Owns the session's identity, its query
 * set and the version its client has reached; messages are taken strictly in
 * order. It does not know the socket (`Connection`) nor how queries are shared
 * (`LiveQueries`), and leaves it to `FlushScheduler` when to send Transitions.
 */
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type {
  Caller,
  FunctionCall,
  FunctionRuntime,
} from "../functions/contract.ts";
import { type Authenticated, verifyAuthenticate } from "./authenticate.ts";
import { closeCodes, type Connection } from "./connection.ts";
import type { FlushScheduler } from "./flushScheduler.ts";
import type { LiveQueries, LiveSubscription } from "./liveQueries.ts";
import type { MutationQueues } from "./mutationQueues.ts";
import {
  type AddQuery,
  type Authenticate,
  type ClientMessage,
  type Connect,
  type FunctionRequest,
  type ModifyQuerySet,
  parseClientMessage,
  ProtocolError,
  type StateVersion,
} from "./protocol.ts";
import { QuerySet } from "./querySet.ts";
import { RequestBudget } from "./requestBudget.ts";
import type { SessionLimits } from "./sessionLimits.ts";
import {
  encodeActionResponse,
  encodeAuthError,
  encodeMutationResponse,
} from "./serverMessages.ts";
import { maxTs, requireVersion, VersionError } from "./stateVersion.ts";
import { encodeTextFrame } from "./textFrame.ts";
import { TokenExpiry } from "./tokenExpiry.ts";
import { refusedStamp, tooManyQueries } from "./tooManyQueries.ts";
import type { Transition, TransitionCache } from "./transitionCache.ts";

export interface SessionServices {
  readonly runtime: Pick<
    FunctionRuntime,
    "runMutation" | "runAction" | "answeredTs"
  >;
  readonly liveQueries: LiveQueries;
  readonly mutationQueues: MutationQueues;
  readonly flushScheduler: FlushScheduler;
  readonly tokens: TokenVerifier;
  readonly limits: SessionLimits;
  readonly log: (message: string) => void;
}

export class Session {
  readonly #services: SessionServices;
  readonly #connection: Connection;
  readonly #queries = new QuerySet();
  readonly #budget: RequestBudget;
  readonly #inbox: ClientMessage[] = [];
  #caller: Caller;
  #sessionId: string | null = null;
  #sent: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** Timestamps the client has seen before it reconnected. */
  #observedTs = 0n;
  /**
   * What has been answered to anybody when this client asked must be in what it
   * is shown first: not before this timestamp is published is it shown anything.
   */
  #notBeforeTs = 0n;
  /** A Transition is due, even an empty one, once this timestamp is reached. */
  #dueTs: bigint | null = null;
  #isVerifying = false;
  #isExpired = false;
  #isClosed = false;
  #awaitsDrain = false;
  readonly #expiry = new TokenExpiry(() => this.#expire());

  constructor(
    services: SessionServices,
    connection: Connection,
    client: Pick<Caller, "ip" | "userAgent">,
  ) {
    this.#services = services;
    this.#connection = connection;
    this.#caller = { ...client, identity: null, isAdmin: false };
    this.#budget = new RequestBudget(services.limits, (isReading) =>
      connection.setReading(isReading),
    );
  }

  receive(text: string): void {
    if (this.#isClosed) return;
    try {
      const message = parseClientMessage(text);
      this.#budget.add(message, text.length);
      this.#inbox.push(message);
      this.#handleInbox();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The client has taken everything that was sent. */
  drained(): void {
    if (!this.#awaitsDrain) return;
    this.#awaitsDrain = false;
    this.#requestFlush();
  }

  /** The connection is gone. Mutations already received still run. */
  closed(): void {
    this.#isClosed = true;
    this.#expiry.cancel();
    this.#services.flushScheduler.forget(this);
    this.#queries.clear();
    for (const message of this.#inbox.splice(0)) this.#budget.settle(message);
  }

  /** Sends what is new as one Transition to the present timestamp, if anything is. */
  flush(transitions: TransitionCache): void {
    if (this.#isClosed || this.#isExpired) return;
    if (
      this.#connection.bufferedBytes > this.#services.limits.softBufferBytes
    ) {
      this.#awaitsDrain = true;
      return;
    }
    const { liveQueries, flushScheduler } = this.#services;
    if (liveQueries.ts < this.#notBeforeTs) {
      flushScheduler.requestAfterPublication(this);
      return;
    }
    const start = this.#sent;
    const ts = maxTs(liveQueries.ts, maxTs(start.ts, this.#observedTs));
    const repeated = transitions.latestFrom(start);
    if (
      repeated?.end.ts === ts &&
      this.#queries.tellIfDue(repeated.told, repeated.end)
    ) {
      this.#reach(repeated);
    } else this.#flushPlan(transitions, start, ts);
  }

  #flushPlan(transitions: TransitionCache, start: StateVersion, ts: bigint) {
    const plan = this.#queries.plan(start);
    if (plan === null) return;
    const { querySet, identity, key } = plan;
    const isDue = this.#dueTs !== null && ts >= this.#dueTs;
    const isOtherVersion =
      querySet !== start.querySet || identity !== start.identity;
    if (!isDue && !isOtherVersion && key === "") return;
    const end = { querySet, identity, ts };
    const transition = transitions.encode(start, end, plan);
    plan.commit();
    this.#reach(transition);
  }

  #reach({ end, frame }: Transition): void {
    this.#sendFrame(frame);
    this.#sent = end;
    if (this.#dueTs !== null && end.ts >= this.#dueTs) this.#dueTs = null;
  }

  /** True while something is owed for a timestamp not published yet. */
  get awaitsTs(): boolean {
    return (
      this.#dueTs !== null || this.#services.liveQueries.ts < this.#notBeforeTs
    );
  }

  #handleInbox(): void {
    while (!this.#isVerifying && !this.#isClosed) {
      const message = this.#nextMessage();
      if (message === undefined) return;
      this.#handle(message);
    }
  }

  /** With an expired token nothing runs but the Authenticate that renews it. */
  #nextMessage(): ClientMessage | undefined {
    if (!this.#isExpired) return this.#inbox.shift();
    const renewal = this.#inbox.findIndex(
      ({ type }) => type === "Authenticate",
    );
    return renewal < 0 ? undefined : this.#inbox.splice(renewal, 1)[0];
  }

  #handle(message: ClientMessage): void {
    if (this.#sessionId === null && message.type !== "Connect") {
      throw new ProtocolError("The first message must be Connect.");
    }
    switch (message.type) {
      case "Connect":
        this.#connect(message);
        break;
      case "Authenticate":
        void this.#authenticate(message);
        return;
      case "ModifyQuerySet":
        this.#modifyQuerySet(message);
        break;
      case "Mutation":
        void this.#runMutation(message);
        return;
      case "Action":
        void this.#runAction(message);
        return;
      case "Event":
        break;
      default:
        message satisfies never;
    }
    this.#budget.settle(message);
  }

  #connect({ sessionId, maxObservedTimestamp }: Connect): void {
    if (this.#sessionId !== null) {
      throw new ProtocolError("Connect may be sent once.");
    }
    this.#sessionId = sessionId;
    this.#observedTs = maxObservedTimestamp ?? 0n;
  }

  /** Later messages wait in the inbox until the token has been checked. */
  async #authenticate(message: Authenticate): Promise<void> {
    this.#isVerifying = true;
    try {
      requireVersion(
        "identity",
        message.baseVersion,
        this.#queries.target.identity,
      );
      const verified = await verifyAuthenticate(this.#services.tokens, message);
      if (this.#isClosed) return;
      if (typeof verified === "string") {
        this.#send(encodeAuthError(verified, message.baseVersion, true));
      } else {
        this.#setIdentity(verified);
      }
      this.#isVerifying = false;
      this.#budget.settle(message);
      this.#handleInbox();
    } catch (error) {
      this.#fail(error);
    }
  }

  #setIdentity({ identity: user, isAdmin, expiresAt }: Authenticated): void {
    this.#caller = { ...this.#caller, identity: user, isAdmin };
    this.#isExpired = false;
    this.#expiry.schedule(expiresAt);
    for (const entry of [...this.#queries.entries()]) {
      if (entry.subscription.state?.stamp === refusedStamp) continue;
      const call = { ...entry.call, caller: this.#queryCaller() };
      const journal = entry.subscription.state?.journal ?? entry.journal;
      const subscription = this.#subscribe(call, journal);
      this.#queries.replace(entry, { call, subscription, journal });
    }
    const { querySet, identity } = this.#queries.target;
    this.#queries.target = { querySet, identity: identity + 1 };
    this.#requestFlush();
  }

  #expire(): void {
    this.#isExpired = true;
    const { identity } = this.#queries.target;
    this.#send(encodeAuthError("The token has expired.", identity, false));
    this.#expiry.afterGrace(this.#services.limits.expiredGraceMs, () =>
      this.#connection.close(closeCodes.invalidMessage, "TokenExpired"),
    );
  }

  #modifyQuerySet(message: ModifyQuerySet): void {
    const { target } = this.#queries;
    requireVersion("query set", message.baseVersion, target.querySet);
    if (message.newVersion <= message.baseVersion) {
      throw new ProtocolError("newVersion must follow baseVersion.");
    }
    for (const modification of message.modifications) {
      const isKnown = this.#queries.has(modification.queryId);
      if ((modification.type === "Remove") !== isKnown) {
        throw new ProtocolError(
          `Query ${modification.queryId} is ${isKnown ? "already" : "not"} in the query set.`,
        );
      }
      if (modification.type === "Remove") {
        this.#queries.remove(modification.queryId);
      } else {
        this.#addQuery(modification, message.newVersion);
      }
    }
    const { identity } = target;
    this.#queries.target = { querySet: message.newVersion, identity };
    this.#notBeforeTs = this.#services.runtime.answeredTs;
    this.#requestFlush();
  }

  #addQuery(query: AddQuery, addedIn: number): void {
    const { queryId, journal } = query;
    const { maxQueries } = this.#services.limits;
    if (this.#queries.size >= 2 * maxQueries) {
      throw new ProtocolError("Far too many queries.");
    }
    const call = this.#call(query, this.#queryCaller());
    const subscription =
      this.#queries.size < maxQueries
        ? this.#subscribe(call, journal)
        : tooManyQueries(maxQueries);
    this.#queries.add({ queryId, call, subscription, journal, addedIn });
  }

  #subscribe(call: FunctionCall, journal: string | null): LiveSubscription {
    return this.#services.liveQueries.subscribe(call, journal, () =>
      this.#requestFlush(),
    );
  }

  async #runMutation(request: FunctionRequest): Promise<void> {
    const { runtime, mutationQueues, liveQueries, flushScheduler } =
      this.#services;
    const call = this.#call(request, this.#caller);
    const sessionId = this.#sessionId ?? "";
    const { requestId } = request;
    try {
      const outcome = await mutationQueues.run(sessionId, () =>
        runtime.runMutation(call, { sessionId, requestId }),
      );
      this.#send(encodeMutationResponse(requestId, outcome));
      if (!outcome.ok) return;
      // The client drops its optimistic update at the first Transition that
      // arrives after the response and covers it, so one must follow.
      this.#dueTs = maxTs(this.#dueTs ?? 0n, BigInt(outcome.ts));
      if (liveQueries.ts >= this.#dueTs) this.#requestFlush();
      else flushScheduler.requestAfterPublication(this);
    } catch (error) {
      // It may have been committed: a failure must not be reported. The client
      // reconnects, sends it again and gets the stored response, if there is one.
      this.#fail(error);
    } finally {
      this.#budget.settle(request);
    }
  }

  async #runAction(request: FunctionRequest): Promise<void> {
    try {
      const call = this.#call(request, this.#caller);
      const outcome = await this.#services.runtime.runAction(call);
      this.#send(encodeActionResponse(request.requestId, outcome));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#budget.settle(request);
    }
  }

  #call(
    { componentPath, udfPath, args }: AddQuery | FunctionRequest,
    caller: Caller,
  ): FunctionCall {
    return { component: componentPath, path: udfPath, args, caller };
  }

  /** Queries do not depend on where the request came from. */
  #queryCaller(): Caller {
    return { ...this.#caller, ip: null, userAgent: null };
  }

  #requestFlush(): void {
    this.#services.flushScheduler.request(this);
  }

  #send(text: string): void {
    this.#sendFrame(encodeTextFrame(text));
  }

  #sendFrame(frame: Buffer): void {
    if (this.#isClosed) return;
    this.#connection.send(frame);
    if (
      this.#connection.bufferedBytes > this.#services.limits.hardBufferBytes
    ) {
      this.#connection.close(closeCodes.tryAgainLater, "SlowReader");
    }
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    if (error instanceof ProtocolError) {
      this.#connection.close(closeCodes.invalidMessage, error.message);
      return;
    }
    if (!(error instanceof VersionError)) {
      const text = error instanceof Error ? (error.stack ?? "") : String(error);
      this.#services.log(`A sync session failed: ${text}`);
    }
    this.#connection.close(closeCodes.internalError, "InternalServerError");
  }
}
