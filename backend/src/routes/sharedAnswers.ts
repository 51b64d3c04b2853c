import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  Caller,
  FunctionRuntime,
  HttpActionResponse,
} from "../runtime/contract/runtime.ts";
import { RecentMap } from "./recentMap.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** An answer whose bytes everybody may have. */
type Shared = HttpActionResponse & { readonly body: Bytes };
type Kept = Shared & {
  readonly endsAt: number;
  /** When the answer was last known to be current. */
  moment: Moment;
};
type Run = () => Promise<HttpActionResponse>;
type Gzip = (bytes: Bytes) => Promise<Bytes>;

/** An answer for one of the callers who may share it. */
export interface SharedAnswer extends HttpActionResponse {
  /** Returns the body compressed, which is done once for all who share it. */
  readonly gzipped?: () => Promise<Bytes>;
}

const LONGEST_MS = 60_000;
const MOST_KEPT = 1_000;
const MOST_KEPT_BYTES = 16 << 20;
const LARGEST_BYTES = 1 << 20;
const LONGEST_KEY = 1_000;
/**
 * A request that has waited this long for another request's run gets a run of
 * its own.
 */
const LONGEST_WAIT_MS = 200;

/** What was current when an answer was read. */
type Moment = Pick<
  FunctionRuntime,
  "deployment" | "environment" | "publishedTs"
>;

/**
 * A run for a request, and the next run for all requests that came meanwhile.
 */
interface Turn {
  readonly ended: Promise<unknown>;
  next: Promise<HttpActionResponse> | null;
  /** The run of the caller who came last, and so is most likely still there. */
  latest: Run;
}

/**
 * Shares answers of HTTP actions that are marked as public (`Cache-Control:
 * public`), as a proxy would. It keeps them only until the next push, the next
 * change of a variable, or a commit that changes the result of a query that the
 * action ran. To find that out, those queries run again, which takes a tenth of
 * the time and no place in the queue of actions. While commits follow each
 * other, an action that many ask for runs once at a time: all requests that
 * arrive during one run share the next. So nobody gets an answer from before
 * their request, and a change shows at once. Nobody waits long for the run of a
 * caller who is far back in the queue.
 */
export class SharedAnswers {
  readonly #runtime: Moment;
  /** The headers that answers at an address depend on. */
  readonly #known = new RecentMap<readonly string[]>(MOST_KEPT);
  readonly #kept = new RecentMap<Kept>(MOST_KEPT, MOST_KEPT_BYTES);
  readonly #turns = new Map<string, Turn>();
  readonly #gzip: Gzip;
  readonly #compressed = new WeakMap<Shared, Promise<Bytes>>();
  /** The version of the code and variables from which all kept answers come. */
  #latest: Moment;

  constructor(runtime: Moment, gzip: Gzip) {
    this.#runtime = runtime;
    this.#gzip = gzip;
    this.#latest = this.#now();
  }

  /** Returns an answer that is still current, or null. */
  find(request: IncomingMessage): SharedAnswer | null {
    if (!this.#isOfThisCode(this.#latest)) {
      this.#kept.clear();
      this.#latest = this.#now();
    }
    const kept = this.#keptFor(this.#keyOf(request));
    if (kept === null || !this.#isCurrent(kept.moment)) return null;
    return this.#fitted(request, kept);
  }

  /** Runs the action, or shares the run of others who ask for the same. */
  async answer(
    request: IncomingMessage,
    caller: Caller,
    run: Run,
  ): Promise<SharedAnswer> {
    const key = this.#keyOf(request);
    if (key === null) return await this.#run(request, run);
    let hasRun = false;
    const shared = this.#takeTurn(key, () => {
      hasRun = true;
      const runOnce = () => this.#run(request, run);
      const again = this.#again(key, caller);
      return again ? again.then((kept) => kept ?? runOnce()) : runOnce();
    });
    const own = async () => {
      const answer = await shared;
      return isKept(answer) ? this.#fitted(request, answer) : answer;
    };
    if (hasRun) return await own();
    // The run may belong to a caller who is far back in the queue.
    const late = sleep(LONGEST_WAIT_MS, null, { ref: false });
    const answer = await Promise.race([shared, late]);
    if (hasRun) return await own(); // the turn has run meanwhile
    return answer !== null && isShared(answer)
      ? this.#fitted(request, answer)
      : await this.#run(request, run);
  }

  /**
   * Returns null if this code has given no answer for the key that may still be
   * kept.
   */
  #keptFor(key: string | null): Kept | null {
    const kept = key === null ? undefined : this.#kept.get(key);
    if (kept === undefined || Date.now() >= kept.endsAt) return null;
    return this.#isOfThisCode(kept.moment) ? kept : null;
  }

  /**
   * Returns an answer from before the latest commits, if it would be the same
   * now. Returns null at once if there is no such answer to check.
   */
  #again(key: string, caller: Caller): Promise<Kept | null> | null {
    const kept = this.#keptFor(key);
    if (kept?.holds === undefined) return null;
    const moment = this.#now();
    return kept.holds(caller).then(
      (holds) => {
        if (holds) kept.moment = moment;
        return holds ? kept : null;
      },
      () => null,
    );
  }

  #takeTurn(key: string, run: Run): Promise<HttpActionResponse> {
    const turn = this.#turns.get(key);
    if (turn === undefined) return this.#begin(key, run);
    turn.latest = run;
    turn.next ??= turn.ended.then(() => this.#begin(key, turn.latest));
    return turn.next;
  }

  #begin(key: string, run: Run): Promise<HttpActionResponse> {
    const answer = run();
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    const turn: Turn = { ended, next: null, latest: run };
    this.#turns.set(key, turn);
    void ended.then(() => {
      if (turn.next === null) this.#turns.delete(key);
    });
    return answer;
  }

  async #run(request: IncomingMessage, run: Run): Promise<HttpActionResponse> {
    const moment = this.#now();
    const answer = await run();
    if (request.headers.authorization === undefined)
      this.#learn(request, moment, answer);
    return answer;
  }

  #learn(request: IncomingMessage, moment: Moment, answer: HttpActionResponse) {
    const address = addressOf(request);
    if (!isShared(answer)) {
      // A failure does not say that the address is no longer shared: a sender
      // may just have left.
      if (answer.status < 500) this.#known.delete(address);
      return;
    }
    this.#known.set(address, varyOf(answer));
    const key = this.#keyOf(request);
    const mayLast = answer.holds
      ? this.#isOfThisCode(moment)
      : this.#isCurrent(moment);
    if (key === null || !mayLast) return;
    const endsAt = Date.now() + Math.min(sharedMs(answer), LONGEST_MS);
    // This is a copy, because sending a body may free its bytes.
    const body = new Uint8Array(answer.body);
    this.#kept.set(key, { ...answer, body, endsAt, moment }, body.byteLength);
  }

  /** Copies the bytes. If the client has them already, leaves them out. */
  #fitted(
    { headers: { "if-none-match": etag } }: IncomingMessage,
    shared: Shared,
  ): SharedAnswer {
    const { status, headers } = shared;
    if (etag !== undefined && valuesOf(headers, "etag").includes(etag))
      return { status: 304, headers, body: new Uint8Array() };
    const body = new Uint8Array(shared.body);
    const gzipped = async () => {
      const known = this.#compressed.get(shared) ?? this.#gzip(body);
      this.#compressed.set(shared, known);
      return new Uint8Array(await known);
    };
    return { status, headers, body, gzipped };
  }

  /**
   * Returns a key of everything that the answer depends on; null if that is
   * unknown, or too long to keep. Requests with a token are not shared, because
   * the token names the caller.
   */
  #keyOf(request: IncomingMessage): string | null {
    if (request.headers.authorization !== undefined) return null;
    const address = addressOf(request);
    const names = this.#known.get(address);
    if (names === undefined) return null;
    const values = names.map((name) => String(request.headers[name] ?? ""));
    const key = JSON.stringify([address, ...values]);
    return key.length > LONGEST_KEY ? null : key;
  }

  #now(): Moment {
    const { deployment, environment, publishedTs } = this.#runtime;
    return { deployment, environment, publishedTs };
  }

  #isOfThisCode(moment: Moment): boolean {
    const { publishedTs } = this.#runtime;
    return this.#isCurrent({ ...moment, publishedTs });
  }

  #isCurrent({ deployment, environment, publishedTs }: Moment): boolean {
    return (
      deployment === this.#runtime.deployment &&
      environment === this.#runtime.environment &&
      publishedTs === this.#runtime.publishedTs
    );
  }
}

const addressOf = ({ method, url, headers }: IncomingMessage) =>
  `${method} ${headers.host} ${url}`;

function isShared(answer: HttpActionResponse): answer is Shared {
  const { status, headers, body } = answer;
  return (
    status === 200 &&
    body instanceof Uint8Array &&
    body.byteLength <= LARGEST_BYTES &&
    sharedMs(answer) > 0 &&
    valuesOf(headers, "set-cookie").length === 0 &&
    !varyOf(answer).includes("*")
  );
}

const isKept = (answer: HttpActionResponse): answer is Kept =>
  "moment" in answer;

const varyOf = ({ headers }: HttpActionResponse): string[] =>
  valuesOf(headers, "vary")
    .flatMap((value) => value.split(","))
    .map((name) => name.trim().toLowerCase());

const valuesOf = (
  headers: HttpActionResponse["headers"],
  wanted: string,
): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => value);

/**
 * Returns how long a shared cache may keep an answer, in ms; 0 if it may not.
 */
function sharedMs({ headers }: HttpActionResponse): number {
  const text = valuesOf(headers, "cache-control").join(",").toLowerCase();
  if (!/\bpublic\b/.test(text) || /no-store|no-cache|private/.test(text))
    return 0;
  const seconds = /\bs-maxage=(\d+)/.exec(text) ?? /\bmax-age=(\d+)/.exec(text);
  return Number(seconds?.[1] ?? 0) * 1_000;
}
