/**
 * A client of the sync protocol that records what it does and sees. It
 * reconnects at once, keeps its session, resends unanswered requests, and
 * watches the count and the rows of one beat.
 */
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import type { History, Snapshot, Vote } from "./history.ts";

interface Pending {
  readonly text: string;
  readonly settle: (message: ServerMessage) => void;
}

interface Modification {
  readonly type: string;
  readonly queryId: number;
  readonly value?: unknown;
}

interface ServerMessage {
  readonly type: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
  readonly ts?: string;
  readonly endVersion?: { readonly ts: string };
  readonly modifications?: readonly Modification[];
}

const RECONNECT_MS = 20;
const TALLY_ID = 0;
const KEYS_ID = 1;

export class HistoryClient {
  readonly name: string;
  readonly beat: string;
  readonly #url: string;
  readonly #history: History;
  readonly #sessionId = randomUUID();
  readonly #pending = new Map<number, Pending>();
  readonly #values = new Map<number, unknown>();
  #webSocket: WebSocket | null = null;
  #nextRequestId = 0;
  #connectionCount = 0;
  #observedTs: string | null = null;
  #atLeastTs = 0n;
  #isClosed = false;
  latest: Snapshot | null = null;

  constructor(url: string, name: string, beat: string, history: History) {
    this.name = name;
    this.beat = beat;
    this.#url = `${url.replace("http", "ws")}/api/1.48.0/sync`;
    this.#history = history;
    this.#connect();
  }

  /** Number of connections so far. */
  get connections(): number {
    return this.#connectionCount;
  }

  /** Casts a vote. Resolves with the answer, even if that is a refusal. */
  async cast(key: string, padding = ""): Promise<Vote> {
    const { beat } = this;
    const vote = this.#history.invoke(beat, key);
    const answer = await this.mutate("votes:cast", { beat, key, padding });
    if (answer.success === true && answer.ts !== undefined) {
      // votes:cast returns a number.
      const position = answer.result as number;
      this.#history.acknowledge(vote, { ts: decodeTs(answer.ts), position });
    } else {
      vote.refusal = String(answer.result);
    }
    return vote;
  }

  /**
   * Calls a mutation. Resolves with its response, across reconnects if
   * necessary.
   */
  mutate(udfPath: string, args: object): Promise<ServerMessage> {
    const requestId = this.#nextRequestId++;
    const type = "Mutation";
    const text = JSON.stringify({ type, requestId, udfPath, args: [args] });
    return new Promise((settle) => {
      this.#pending.set(requestId, { text, settle });
      if (this.#webSocket?.readyState === WebSocket.OPEN) {
        this.#webSocket.send(text);
      }
    });
  }

  /** Breaks the connection; the client reconnects. */
  cut(): void {
    this.#webSocket?.terminate();
  }

  close(): void {
    this.#isClosed = true;
    this.#webSocket?.terminate();
  }

  #connect(): void {
    if (this.#isClosed) return;
    const webSocket = new WebSocket(this.#url);
    this.#webSocket = webSocket;
    this.#values.clear();
    webSocket.on("open", () => {
      this.#atLeastTs = this.#history.newestOf(this.beat);
      webSocket.send(this.#hello());
      webSocket.send(this.#subscription());
      for (const { text } of this.#pending.values()) webSocket.send(text);
    });
    webSocket.on("message", (data: Buffer) =>
      // The server's messages are objects with a type.
      this.#receive(JSON.parse(data.toString()) as ServerMessage),
    );
    webSocket.on("error", () => undefined);
    webSocket.on("close", () =>
      setTimeout(() => this.#connect(), RECONNECT_MS),
    );
  }

  #hello(): string {
    return JSON.stringify({
      type: "Connect",
      sessionId: this.#sessionId,
      connectionCount: this.#connectionCount++,
      lastCloseReason: null,
      clientTs: 0,
      ...(this.#observedTs === null
        ? {}
        : { maxObservedTimestamp: this.#observedTs }),
    });
  }

  #subscription(): string {
    const add = (queryId: number, udfPath: string) => {
      return { type: "Add", queryId, udfPath, args: [{ beat: this.beat }] };
    };
    return JSON.stringify({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [add(TALLY_ID, "votes:tally"), add(KEYS_ID, "votes:keys")],
    });
  }

  #receive(message: ServerMessage): void {
    if (message.type === "Transition") this.#transition(message);
    if (message.type !== "MutationResponse") return;
    const { requestId = -1 } = message;
    const pending = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    if (message.ts !== undefined) this.#observe(message.ts);
    pending?.settle(message);
  }

  #transition({ endVersion, modifications = [] }: ServerMessage): void {
    for (const { type, queryId, value } of modifications) {
      if (type === "QueryUpdated") this.#values.set(queryId, value);
      else this.#values.delete(queryId);
    }
    if (endVersion === undefined || this.#values.size < 2) return;
    this.#observe(endVersion.ts);
    this.latest = {
      client: this.name,
      beat: this.beat,
      seenAt: this.#history.tick(),
      ts: decodeTs(endVersion.ts),
      atLeastTs: this.#atLeastTs,
      // The results of votes:tally and votes:keys.
      tally: this.#values.get(TALLY_ID) as number,
      keys: this.#values.get(KEYS_ID) as string[],
    };
    this.#history.snapshots.push(this.latest);
  }

  #observe(ts: string): void {
    const isNewer =
      this.#observedTs === null || decodeTs(ts) > decodeTs(this.#observedTs);
    if (isNewer) this.#observedTs = ts;
  }
}

function decodeTs(text: string): bigint {
  return Buffer.from(text, "base64").readBigUInt64LE();
}
