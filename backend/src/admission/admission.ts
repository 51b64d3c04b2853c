/**
 * Limits on what callers can make the server hold in memory. Anyone can reach
 * the port, so callers without a token get little. Callers with a token get
 * more, and administrators are limited only by the size of one message.
 */
import type { Caller } from "../runtime/contract/runtime.ts";
import { ByteBudget, type ByteBudgetLimits } from "./byteBudget.ts";
import { DistinctCounts } from "./distinctCounts.ts";

/** All sizes are in bytes. */
export interface CallerLimits {
  /**
   * Limits the arguments of one call, and of all live queries of one socket
   * together.
   */
  readonly maxArgumentBytes: number;
  /**
   * Applies separately to live arguments, to pending requests, and to messages
   * and bodies still arriving.
   */
  readonly held: ByteBudgetLimits;
  /**
   * Applies separately to results of live queries and to what clients have not
   * read yet.
   */
  readonly answers: ByteBudgetLimits;
  readonly maxQueriesPerSession: number;
  /**
   * Counts different queries; a query that the address already watches is free.
   */
  readonly maxQueriesPerAddress: number;
  /** Counts different queries, for an account. */
  readonly maxQueriesPerAccount: number;
  /**
   * Above these limits, the socket is not read until enough has been answered.
   */
  readonly maxPendingRequests: number;
  readonly maxPendingBytes: number;
  /**
   * Request bodies that arrive more slowly are refused; 0 accepts any speed.
   */
  readonly minBodyBytesPerSecond: number;
  /** A body is too slow if two windows in a row are; see `SlowBody`. */
  readonly bodyWindowMs: number;
}

/**
 * The limits of one kind of caller, with the budgets that track what these
 * callers use.
 */
export class CallerBounds {
  readonly limits: CallerLimits;
  /** Arguments of live queries. */
  readonly live: ByteBudget;
  /** Requests that have arrived and have not been answered yet. */
  readonly pending: ByteBudget;
  /** Messages and request bodies that have arrived in part. */
  readonly arriving: ByteBudget;
  /** Large results of live queries; see `ResultCharge`. */
  readonly results: ByteBudget;
  /** What was sent and has not been read yet; see `UnreadBytes`. */
  readonly unread: ByteBudget;
  /** The live queries that each address watches. */
  readonly watching = new DistinctCounts();
  /** The live queries that each account watches. */
  readonly watchingAccounts = new DistinctCounts();

  constructor(limits: CallerLimits) {
    this.limits = limits;
    this.live = new ByteBudget(limits.held);
    this.pending = new ByteBudget(limits.held);
    this.arriving = new ByteBudget(limits.held);
    this.results = new ByteBudget(limits.answers);
    this.unread = new ByteBudget(limits.answers);
  }
}

export interface AdmissionLimits {
  readonly anonymous: CallerLimits;
  readonly identified: CallerLimits;
}

/**
 * Holds the limits of the whole server and picks those that apply to a caller.
 */
export class Admission {
  readonly anonymous: CallerBounds;
  readonly identified: CallerBounds;
  readonly admin: CallerBounds;

  constructor({ anonymous, identified }: AdmissionLimits) {
    this.anonymous = new CallerBounds(anonymous);
    this.identified = new CallerBounds(identified);
    this.admin = new CallerBounds({
      ...identified,
      held: { perAddress: Infinity, total: Infinity },
      answers: { perAddress: Infinity, total: Infinity },
      maxQueriesPerAddress: Infinity,
      maxQueriesPerAccount: Infinity,
    });
  }

  of({ identity, isAdmin }: Pick<Caller, "identity" | "isAdmin">) {
    if (isAdmin) return this.admin;
    return identity === null ? this.anonymous : this.identified;
  }
}
