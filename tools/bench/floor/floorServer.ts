/**
 * The server that the product is measured against. It speaks the same messages,
 * written by hand for a single query, in front of one of the boards.
 *
 * Usage: node floorServer.ts MODE BYTES DIR JWKS
 */
import {
  type JsonWebKey,
  type KeyObject,
  createPublicKey,
  verify,
} from "node:crypto";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { FloorMode } from "../systems.ts";
import {
  type Board,
  broadcaster,
  groupCommitter,
  memberCommitter,
  rowReader,
  singleCommitter,
} from "./boards.ts";

interface Client {
  readonly webSocket: WebSocket;
  readonly stream: Duplex;
  /** From the token, if there is one. */
  user?: string;
}

const [mode, bytesText, dir = ".", jwks = ""] = process.argv.slice(2);
const clients = new Set<Client>();

/** Pads the message to the length of the product's. */
function transition(value: object): string {
  const bare = encode(value, "").length;
  return encode(value, "x".repeat(Math.max(0, Number(bytesText) - bare)));
}

const encode = (value: object, padding: string) =>
  JSON.stringify({
    type: "Transition",
    startVersion: { querySet: 1, identity: 0, ts: timeOf(0) },
    endVersion: { querySet: 1, identity: 0, ts: timeOf(countIn(value)) },
    modifications: [
      {
        type: "QueryUpdated",
        queryId: 0,
        value: { ...value, padding },
        logLines: [],
        journal: null,
      },
    ],
  });

/** Encodes a number of votes, which this server uses as its time. */
function timeOf(count: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(count));
  return bytes.toString("base64");
}

const countIn = (value: object) => ("count" in value ? Number(value.count) : 0);

const viewers = {
  sendEach(state: object) {
    if (clients.size === 0) return;
    const text = transition(state);
    for (const { webSocket } of clients) webSocket.send(text);
  },
  sendFrame(state: object) {
    if (clients.size === 0) return;
    const frame = textFrame(transition(state));
    for (const { stream } of clients) stream.write(frame);
  },
};

const makeBoard: Record<FloorMode, () => Board> = {
  broadcast: () => broadcaster(viewers),
  commit: () => groupCommitter(viewers, dir),
  members: () => memberCommitter(viewers, dir),
  answer: () => singleCommitter(viewers, dir),
  rows: () => rowReader(dir),
};
// systems.ts always passes a valid mode.
const board = makeBoard[mode as FloorMode]();

function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 126, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

function receive(client: Client, text: string): void {
  // The load sends only these messages.
  const message = JSON.parse(text) as {
    type: string;
    requestId: number;
    modifications?: unknown[];
    args?: [{ user: string }];
    value?: string;
  };
  if (message.type === "Authenticate")
    client.user = subjectOf(message.value ?? "");
  if (message.type === "ModifyQuerySet" && message.modifications?.length) {
    clients.add(client);
    client.webSocket.send(transition(board.state()));
  }
  if (message.type === "Mutation")
    board.vote({
      user: client.user ?? message.args?.[0].user ?? "",
      answer: (count) =>
        client.webSocket.send(response(message.requestId, count)),
    });
}

let key: KeyObject | undefined;

const publicKey = (): KeyObject => (key ??= firstKey());

function firstKey(): KeyObject {
  // members.ts made this key set.
  const { keys } = JSON.parse(jwks) as { keys: [JsonWebKey] };
  return createPublicKey({ key: keys[0], format: "jwk" });
}

/** Checks the signature of a token and returns whose it is. */
function subjectOf(token: string): string {
  const [head = "", body = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${head}.${body}`);
  const isRight = verify(
    "RSA-SHA256",
    signed,
    publicKey(),
    Buffer.from(signature, "base64url"),
  );
  if (!isRight) throw new Error("The token is not ours.");
  // members.ts made these claims.
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as {
    sub: string;
  };
  return claims.sub;
}

const response = (requestId: number, count: number) =>
  JSON.stringify({
    type: "MutationResponse",
    requestId,
    success: true,
    result: count,
    ts: timeOf(count),
    logLines: [],
  });

const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
});
const server = createServer();
server.on("upgrade", (request, stream, head) =>
  sockets.handleUpgrade(request, stream, head, (webSocket) => {
    const client = { webSocket, stream };
    webSocket.on("close", () => clients.delete(client));
    webSocket.on("message", (data: Buffer) => receive(client, data.toString()));
  }),
);
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.send?.({ port: address.port });
});

// Node stores what it compiled only if the process exits normally.
process.once("SIGTERM", () => process.exit());
