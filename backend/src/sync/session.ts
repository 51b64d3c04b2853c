/**
 * The server side of one sync connection. Holds the caller's identity and the
 * query set, and handles messages strictly in order. `QuerySetChange` changes
 * what is watched, and `SessionOutbox` sends the answers. This class knows
 * nothing about sockets (see `Connection`) or how queries are shared (see
 * `LiveQueries`).
 */
import type { CallerBounds } from "../admission/admission.ts";
import { addressGroup } from "../runtime/contract/addressGroup.ts";
import { accountOf } from "../runtime/contract/callers.ts";
import type { Caller } from "../runtime/contract/runtime.ts";
import { type Authenticated, verifyAuthenticate } from "./authenticate.ts";
import { closeCodes, type Connection } from "./connection.ts";
import { functionCall } from "./functionCall.ts";
import {
  type Authenticate,
  type ClientMessage,
  type Connect,
  type FunctionRequest,
  type ModifyQuerySet,
  parseClientMessage,
  ProtocolError,
} from "./protocol.ts";
import { identityKey, type StateListener } from "./queryGroup.ts";
import { QuerySet } from "./querySet.ts";
import { QuerySetChange } from "./querySetChange.ts";
import { refusedCall } from "./refusedCall.ts";
import { type Reader, RequestBudget } from "./requestBudget.ts";
import {
  encodeActionResponse,
  encodeAuthError,
  encodeMutationResponse,
} from "./serverMessages.ts";
import { SessionOutbox } from "./sessionOutbox.ts";
import type { SessionServices } from "./sessionServices.ts";
import { requireVersion, VersionError } from "./stateVersion.ts";
import { type Expiring, TokenExpiry } from "./tokenExpiry.ts";
import type { TransitionCache } from "./transitionCache.ts";
import { Watcher } from "./watcher.ts";

/**
 * A server has thousands of these, so rarely used parts are created on demand.
 */
export class Session implements Reader, Expiring, StateListener {
  isQueued = false;
  readonly #services: SessionServices;
  readonly #connection: Connection;
  readonly #queries = new QuerySet();
  readonly #outbox: SessionOutbox;
  readonly #budget: RequestBudget;
  /** The address group that limits apply to; see `addressGroup`. */
  readonly #address: string;
  #watcher: Watcher;
  #hasRoom = true;
  /** Messages waiting for a token to be checked; null if there are none. */
  #inbox: ClientMessage[] | null = null;
  #caller: Caller;
  #sessionId: string | null = null;
  #isVerifying = false;
  #isExpired = false;
  #expiry: TokenExpiry | null = null;

  constructor(
    services: SessionServices,
    connection: Connection,
    client: Pick<Caller, "ip" | "userAgent">,
  ) {
    this.#services = services;
    this.#connection = connection;
    this.#outbox = new SessionOutbox(services, connection, this.#queries, this);
    this.#caller = { ...client, identity: null, isAdmin: false };
    this.#address = addressGroup(client.ip ?? "");
    const { anonymous } = services.admission;
    this.#watcher = new Watcher(anonymous, this.#address);
    this.#budget = new RequestBudget(anonymous, this.#address, this);
  }

  /** The limits that currently apply to the caller. */
  get bounds(): CallerBounds {
    return this.#watcher.bounds;
  }

  setRoom(hasRoom: boolean): void {
    this.#hasRoom = hasRoom;
    this.#updateReading();
  }

  stateChanged(): void {
    this.#outbox.requestFlush();
  }

  receive(text: string): void {
    if (this.#outbox.isClosed) return;
    try {
      const message = parseClientMessage(text);
      this.#budget.add(message, text.length);
      this.#inbox ??= [];
      this.#inbox.push(message);
      this.#handleInbox();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Call when the client has read everything that was sent. */
  drained(): void {
    this.#outbox.drained();
  }

  /** Call when the connection is gone. Mutations already received still run. */
  closed(): void {
    this.#outbox.close();
    this.#expiry?.cancel();
    this.#services.flushScheduler.forget(this);
    this.#queries.clear();
    for (const message of this.#inbox ?? []) this.#budget.settle(message);
    this.#inbox = null;
    this.#budget.close();
  }

  flush(transitions: TransitionCache): void {
    if (!this.#isExpired) this.#outbox.flush(transitions);
  }

  flushFailed(error: unknown): void {
    this.#fail(error);
    this.#outbox.close();
  }

  get awaitsTs(): boolean {
    return this.#outbox.awaitsTs;
  }

  #handleInbox(): void {
    while (!this.#isVerifying && !this.#outbox.isClosed) {
      const message = this.#nextMessage();
      if (message === undefined) return;
      try {
        this.#handle(message);
      } catch (error) {
        this.#budget.settle(message);
        throw error;
      }
    }
  }

  /**
   * Returns the next message to handle. With an expired token, that is only the
   * Authenticate message that renews it.
   */
  #nextMessage(): ClientMessage | undefined {
    const inbox = this.#inbox;
    if (inbox === null) return undefined;
    const next = this.#isExpired
      ? inbox.findIndex(({ type }) => type === "Authenticate")
      : 0;
    const message = next < 0 ? undefined : inbox.splice(next, 1)[0];
    if (inbox.length === 0) this.#inbox = null;
    return message;
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
        void this.#settleOnceTaken(message);
        return;
      case "Mutation":
      case "Action":
        if (this.#budget.isTooLarge(message)) {
          this.#outbox.send(refusedCall(message, this.bounds.limits));
          break;
        }
        void (message.type === "Mutation"
          ? this.#runMutation(message)
          : this.#runAction(message));
        return;
      case "Event":
        break;
      default:
        message satisfies never;
    }
    this.#budget.settle(message);
  }

  /**
   * Keeps counting the message until the runtime has received its
   * subscriptions, because they queue up while the runtime is busy.
   */
  async #settleOnceTaken(message: ClientMessage): Promise<void> {
    await this.#services.runtime.ping().catch(() => undefined);
    this.#budget.settle(message);
  }

  /**
   * Stops reading while a token is checked: which limits apply to later
   * messages depends on the result.
   */
  #updateReading(): void {
    this.#connection.setReading(this.#hasRoom && !this.#isVerifying);
  }

  #connect({ sessionId, maxObservedTimestamp }: Connect): void {
    if (this.#sessionId !== null) {
      throw new ProtocolError("Connect may be sent once.");
    }
    this.#sessionId = sessionId;
    this.#outbox.observed(maxObservedTimestamp ?? 0n);
  }

  /** Verifies the token. Later messages wait in the inbox until it is done. */
  async #authenticate(message: Authenticate): Promise<void> {
    this.#isVerifying = true;
    this.#updateReading();
    try {
      requireVersion(
        "identity",
        message.baseVersion,
        this.#queries.target.identity,
      );
      const verified = await verifyAuthenticate(this.#services.tokens, message);
      if (typeof verified === "string")
        this.#outbox.send(encodeAuthError(verified, message.baseVersion, true));
      else await this.#setIdentity(verified);
      this.#budget.settle(message);
      if (this.#outbox.isClosed) return;
      this.#isVerifying = false;
      this.#updateReading();
      this.#handleInbox();
    } catch (error) {
      this.#budget.settle(message);
      this.#fail(error);
    }
  }

  /**
   * Someone else's queries run again, which takes long if their arguments are
   * large. A caller who changes identity back and forth therefore waits for the
   * others.
   */
  async #setIdentity({
    identity: user,
    isAdmin,
    expiresAt,
  }: Authenticated): Promise<void> {
    const caller = { ...this.#caller, identity: user, isAdmin };
    const isSomeoneElse = identityKey(caller) !== identityKey(this.#caller);
    if (isSomeoneElse) await this.#services.identityTurns.turn(this.#address);
    if (this.#outbox.isClosed) return;
    const isTooMany = !this.#connection.countFor(accountOf(caller));
    if (isTooMany) {
      this.#connection.close(closeCodes.tryAgainLater, "TooManySockets");
      return;
    }
    const isOtherAccount = accountOf(caller) !== accountOf(this.#caller);
    this.#caller = caller;
    this.#isExpired = false;
    this.#expiry ??= new TokenExpiry(this);
    this.#expiry.schedule(expiresAt);
    if (isSomeoneElse) this.#subscribeAgain(isOtherAccount);
    const { querySet, identity } = this.#queries.target;
    this.#queries.target = { querySet, identity: identity + 1 };
    this.#outbox.requestFlush();
  }

  #subscribeAgain(isOtherAccount: boolean): void {
    const bounds = this.#services.admission.of(this.#caller);
    const hasNewLimits = isOtherAccount || bounds !== this.bounds;
    if (hasNewLimits) {
      const account = accountOf(this.#caller);
      this.#watcher = new Watcher(bounds, this.#address, account);
      this.#budget.moveTo(bounds);
    }
    this.#querySetChange().subscribeAgain(!hasNewLimits);
  }

  expire(): void {
    this.#isExpired = true;
    const { identity } = this.#queries.target;
    this.#outbox.send(
      encodeAuthError("The token has expired.", identity, false),
    );
    this.#expiry?.afterGrace(this.#services.limits.expiredGraceMs, () =>
      this.#connection.close(closeCodes.invalidMessage, "TokenExpired"),
    );
  }

  #modifyQuerySet(message: ModifyQuerySet): void {
    this.#querySetChange().modify(message, this.#budget.sizeOf(message));
    this.#outbox.holdUntil(this.#services.runtime.answeredTs);
    this.#outbox.requestFlush();
  }

  #querySetChange(): QuerySetChange {
    return new QuerySetChange(this.#queries, this.#services, {
      caller: this.#caller,
      watcher: this.#watcher,
      listener: this,
    });
  }

  async #runMutation(request: FunctionRequest): Promise<void> {
    const { runtime, mutationQueues } = this.#services;
    const call = functionCall(request, this.#caller);
    const sessionId = this.#sessionId ?? "";
    const { requestId } = request;
    try {
      const outcome = await mutationQueues.run(sessionId, () =>
        runtime.runMutation(call, { sessionId, requestId }),
      );
      this.#outbox.send(encodeMutationResponse(requestId, outcome));
      if (!outcome.ok) return;
      // The client drops its optimistic update at the first Transition that
      // arrives after the response and covers it, so one must follow.
      this.#outbox.promise(BigInt(outcome.ts));
    } catch (error) {
      // The mutation may have been committed, so no failure may be reported.
      // The client reconnects and sends it again; if it was committed, it then
      // gets the stored response.
      this.#fail(error);
    } finally {
      this.#budget.settle(request);
    }
  }

  async #runAction(request: FunctionRequest): Promise<void> {
    try {
      const call = functionCall(request, this.#caller);
      const outcome = await this.#services.runtime.runAction(call);
      this.#outbox.send(encodeActionResponse(request.requestId, outcome));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#budget.settle(request);
    }
  }

  #fail(error: unknown): void {
    if (this.#outbox.isClosed) return;
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
