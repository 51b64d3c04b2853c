/**
 * A fake runtime for session tests. The test supplies its functions and decides
 * when results are published.
 */
import { Admission, type CallerLimits } from "../../src/admission/admission.ts";
import { TokenVerifier } from "../../src/auth/tokenVerifier.ts";
import type {
  FunctionCall,
  HttpActionResponse,
  LiveId,
  LiveResult,
  MutationOutcome,
  Outcome,
  Publication,
  UserIdentity,
} from "../../src/runtime/contract/runtime.ts";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../src/values/convexJson.ts";
import type { Connection } from "../../src/sync/connection.ts";
import { FlushScheduler } from "../../src/sync/flushScheduler.ts";
import { LiveQueries } from "../../src/sync/liveQueries.ts";
import { Arrivals } from "../../src/queues/arrivals.ts";
import { MutationQueues } from "../../src/sync/mutationQueues.ts";
import { encodeTs } from "../../src/sync/protocol.ts";
import { Session } from "../../src/sync/session.ts";
import type { SessionLimits } from "../../src/sync/sessionLimits.ts";

/**
 * Receives the journal of its previous execution, or the one it was subscribed
 * with.
 */
type TestQuery = (
  call: FunctionCall,
  journal: string | null,
) => {
  value: ConvexJson;
  usedIdentity?: boolean;
  journal?: string;
};

class TestRuntime {
  publishedTs = "100";
  answeredTs = 0n;
  readonly deployment = null;
  readonly subscribed = new Map<LiveId, FunctionCall>();
  readonly journals = new Map<LiveId, string | null>();
  readonly queries = new Map<string, TestQuery>();
  /** Queries that `publish` skips, as if they were still running. */
  readonly stuck = new Set<string>();
  executions = 0;
  /**
   * Resolves when the runtime has received everything sent to it; see `ping`.
   */
  taken: Promise<void> = Promise.resolve();
  mutate: (call: FunctionCall) => Promise<MutationOutcome> = () =>
    Promise.reject(new Error("no mutation in this test"));
  act: (call: FunctionCall) => Promise<Outcome> = () =>
    Promise.reject(new Error("no action in this test"));
  readonly #pending = new Set<LiveId>();
  #listener: (publication: Publication) => void = () => undefined;

  onPublication(listener: (publication: Publication) => void): void {
    this.#listener = listener;
  }

  subscribe(liveId: LiveId, call: FunctionCall, journal: string | null): void {
    this.subscribed.set(liveId, call);
    this.journals.set(liveId, journal);
    this.#pending.add(liveId);
  }

  share(): void {}

  ping(): Promise<void> {
    return this.taken;
  }

  unsubscribe(liveId: LiveId): void {
    this.subscribed.delete(liveId);
    this.#pending.delete(liveId);
  }

  runMutation(call: FunctionCall): Promise<MutationOutcome> {
    return this.mutate(call);
  }

  runAction(call: FunctionCall): Promise<Outcome> {
    return this.act(call);
  }

  runHttpAction(): Promise<HttpActionResponse> {
    return Promise.reject(new Error("no HTTP action in this test"));
  }

  /** Publishes the first results of new queries at the current timestamp. */
  publishNew(): void {
    this.#publish([...this.#pending]);
  }

  /**
   * Publishes as after a commit: every query runs again at a later timestamp.
   */
  publish(): void {
    this.publishedTs = String(BigInt(this.publishedTs) + 1n);
    this.#publish([...this.subscribed.keys()]);
  }

  #publish(liveIds: LiveId[]): void {
    const updates = liveIds.flatMap((liveId) => {
      const call = this.subscribed.get(liveId);
      if (call === undefined || this.stuck.has(call.path)) return [];
      this.#pending.delete(liveId);
      return [{ liveId, result: this.#run(liveId, call) }];
    });
    const isStuck = (liveId: LiveId) =>
      this.stuck.has(this.subscribed.get(liveId)?.path ?? "");
    this.#listener({
      ...{ ts: this.publishedTs, updates },
      behind: liveIds.filter(isStuck),
      current: liveIds.filter((liveId) => !isStuck(liveId)),
    });
  }

  #run(liveId: LiveId, call: FunctionCall): LiveResult {
    this.executions += 1;
    const query = this.queries.get(call.path);
    if (query === undefined) {
      const errorMessage = `Could not find public function for '${call.path}'.`;
      return {
        ok: false,
        errorMessage,
        logLines: [],
        journal: null,
        usedIdentity: false,
      };
    }
    const given = this.journals.get(liveId) ?? null;
    const { value, usedIdentity = false, journal = null } = query(call, given);
    this.journals.set(liveId, journal);
    const valueJson = JSON.stringify(value);
    return { ok: true, valueJson, logLines: [], journal, usedIdentity };
  }
}

class TestConnection implements Connection {
  readonly received: ConvexJsonObject[] = [];
  readonly frames: Buffer[] = [];
  bufferedBytes = 0;
  isReading = true;
  account: string | null = null;
  isAccountFull = false;
  closed: { code: number; reason: string } | null = null;

  send(frame: Buffer): void {
    const text = frame.subarray(headerBytes(frame)).toString();
    this.frames.push(frame);
    // The server sends only objects.
    this.received.push(JSON.parse(text) as ConvexJsonObject);
  }

  setReading(isReading: boolean): void {
    this.isReading = isReading;
  }

  countFor(account: string | null): boolean {
    this.account = account;
    return !this.isAccountFull;
  }

  close(code: number, reason: string): void {
    this.closed ??= { code, reason };
  }

  /** Everything received since the last call. */
  take(): ConvexJsonObject[] {
    return this.received.splice(0);
  }
}

export const testLimits: SessionLimits = {
  softBufferBytes: 1_000,
  hardBufferBytes: 10_000,
  maxResultBytes: 40_000,
  expiredGraceMs: 1_000,
};

const callerLimits: CallerLimits = {
  maxArgumentBytes: 100_000,
  held: { perAddress: 1_000_000, total: 1_000_000 },
  answers: { perAddress: 1_000_000, total: 1_000_000 },
  maxQueriesPerSession: 10,
  maxQueriesPerAddress: 100,
  maxQueriesPerAccount: 100,
  maxPendingRequests: 4,
  maxPendingBytes: 50_000,
  minBodyBytesPerSecond: 0,
  bodyWindowMs: 5_000,
};

export const adminKey = `embedded|${"5ec2e7".repeat(10)}5ec2`;

/** Accepts any user name as a token, except `bad`. */
class TestTokens extends TokenVerifier {
  expiresAt = Date.now() + 3_600_000;
  #gate: Promise<void> = Promise.resolve();

  /** Makes verifications wait until the returned function is called. */
  hold(): () => void {
    let open: () => void = () => undefined;
    this.#gate = new Promise((resolve) => (open = resolve));
    return open;
  }

  override async verify(token: string) {
    await this.#gate;
    if (token === "bad") throw new Error("The token is bad.");
    return { identity: person(token), expiresAt: this.expiresAt };
  }
}

function person(name: string): UserIdentity {
  const issuer = "https://issuer.example";
  return { subject: name, issuer, tokenIdentifier: `${issuer}|${name}` };
}

export function makeWorld(
  limits: Partial<CallerLimits> = {},
  identified: Partial<CallerLimits> = limits,
  { lingerMs = 0 }: { lingerMs?: number } = {},
) {
  const runtime = new TestRuntime();
  const liveQueries = new LiveQueries(runtime, {
    lingerMs,
    maxLingering: 10,
  });
  const tokens = new TestTokens(runtime, {
    adminKey,
    siteUrl: "http://localhost:1",
  });
  const logged: string[] = [];
  const services = {
    runtime,
    liveQueries,
    tokens,
    mutationQueues: new MutationQueues(),
    identityTurns: new Arrivals(5),
    flushScheduler: new FlushScheduler(liveQueries),
    limits: testLimits,
    admission: new Admission({
      anonymous: { ...callerLimits, ...limits },
      identified: { ...callerLimits, ...identified },
    }),
    log: (message: string) => void logged.push(message),
  };
  return {
    runtime,
    liveQueries,
    tokens,
    logged,
    admission: services.admission,
    identityTurns: services.identityTurns,
    connect: (hello: ConvexJsonObject = {}, ip = "192.0.2.1") => {
      const connection = new TestConnection();
      const session = new Session(services, connection, {
        ip,
        userAgent: null,
      });
      const say = (message: ConvexJsonObject) =>
        session.receive(JSON.stringify(message));
      say({ type: "Connect", sessionId: "0".repeat(16), ...hello });
      return { connection, session, say };
    },
  };
}

export function add(
  queryId: number,
  udfPath: string,
  args: ConvexJsonObject = {},
): ConvexJsonObject {
  return { type: "Add", queryId, udfPath, args: [args] };
}

export function modify(
  baseVersion: number,
  modifications: ConvexJsonObject[],
): ConvexJsonObject {
  const newVersion = baseVersion + 1;
  return { type: "ModifyQuerySet", baseVersion, newVersion, modifications };
}

export function authenticate(
  baseVersion: number,
  value: string,
): ConvexJsonObject {
  return { type: "Authenticate", baseVersion, tokenType: "User", value };
}

export function mutation(
  requestId: number,
  udfPath = "m:write",
): ConvexJsonObject {
  return { type: "Mutation", requestId, udfPath, args: [{}] };
}

export function committed(valueJson: string, ts: string): MutationOutcome {
  return { ok: true, valueJson, logLines: [], ts };
}

/** Returns a version in the form that Transitions use. */
export function version(querySet: number, identity: number, ts: number) {
  return { querySet, identity, ts: encodeTs(BigInt(ts)) };
}

/** Lets promises settle and the scheduled flush run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i += 1) await new Promise((r) => setImmediate(r));
}

function headerBytes(frame: Buffer): number {
  const length = frame[1] ?? 0;
  return length < 126 ? 2 : length === 126 ? 4 : 10;
}
