import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

interface Pending {
  readonly text: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface ServerMessage {
  readonly type: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
}

/**
 * Calls mutations over the sync protocol and reconnects at once. The stock
 * client waits seconds between attempts, which is too long for hundreds of
 * crashes. This one keeps its session id and resends unanswered requests.
 */
export class RawClient {
  readonly #url: string;
  readonly #sessionId = randomUUID();
  readonly #pending = new Map<number, Pending>();
  #webSocket: WebSocket | null = null;
  #nextRequestId = 0;
  #connectionCount = 0;
  #isClosed = false;

  constructor(url: string) {
    this.#url = `${url.replace("http", "ws")}/api/1.48.0/sync`;
    this.#connect();
  }

  /**
   * Calls a mutation. Resolves with its result, across reconnects if necessary;
   * rejects with the server's error.
   */
  mutate(udfPath: string, args: Record<string, unknown>): Promise<unknown> {
    const requestId = this.#nextRequestId++;
    const text = JSON.stringify({
      type: "Mutation",
      requestId,
      udfPath,
      args: [args],
    });
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { text, resolve, reject });
      if (this.#webSocket?.readyState === WebSocket.OPEN) {
        this.#webSocket.send(text);
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#webSocket?.terminate();
  }

  #connect(): void {
    if (this.#isClosed) return;
    const webSocket = new WebSocket(this.#url);
    this.#webSocket = webSocket;
    webSocket.on("open", () => {
      const hello = {
        type: "Connect",
        sessionId: this.#sessionId,
        connectionCount: this.#connectionCount++,
        lastCloseReason: null,
        clientTs: 0,
      };
      webSocket.send(JSON.stringify(hello));
      for (const { text } of this.#pending.values()) webSocket.send(text);
    });
    webSocket.on("message", (data: Buffer) =>
      // The server's messages are objects with a type.
      this.#receive(JSON.parse(data.toString()) as ServerMessage),
    );
    webSocket.on("error", () => undefined);
    webSocket.on("close", () => setTimeout(() => this.#connect(), 20));
  }

  #receive({ type, requestId = -1, success, result }: ServerMessage): void {
    const pending = this.#pending.get(requestId);
    if (type !== "MutationResponse" || pending === undefined) return;
    this.#pending.delete(requestId);
    if (success === true) pending.resolve(result);
    else pending.reject(new Error(String(result)));
  }
}
