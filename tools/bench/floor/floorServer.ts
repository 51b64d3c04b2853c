/**
 * The server that the product is measured against. It speaks the same messages,
 * written by hand for a single query, in front of one of the boards.
 *
 * Usage: node floorServer.ts MODE BYTES DIR
 */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { FloorMode } from "../systems.ts";
import {
  type Board,
  broadcaster,
  groupCommitter,
  rowReader,
  singleCommitter,
} from "./boards.ts";
import { reportPort } from "./reportPort.ts";

interface Client {
  readonly webSocket: WebSocket;
  readonly stream: Duplex;
}

const [mode, bytesText, dir = "."] = process.argv.slice(2);
const clients = new Set<Client>();

/** Pads the message to the length of the product's. */
function transition(value: object): string {
  const bare = encode(value, "").length;
  return encode(value, "x".repeat(Math.max(0, Number(bytesText) - bare)));
}

const encode = (value: object, padding: string) =>
  JSON.stringify({
    type: "Transition",
    startVersion: { querySet: 1, identity: 0, ts: "AAAAAAAAAAA=" },
    endVersion: { querySet: 1, identity: 0, ts: "AAAAAAAAAAA=" },
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
  };
  if (message.type === "ModifyQuerySet" && message.modifications?.length) {
    clients.add(client);
    client.webSocket.send(transition(board.state()));
  }
  if (message.type === "Mutation")
    board.vote({
      user: message.args?.[0].user ?? "",
      answer: (count) =>
        client.webSocket.send(response(message.requestId, count)),
    });
}

const response = (requestId: number, count: number) =>
  JSON.stringify({
    type: "MutationResponse",
    requestId,
    success: true,
    result: count,
    ts: "AAAAAAAAAAA=",
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
reportPort(server);
