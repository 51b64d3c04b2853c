/**
 * What the product is measured against: the same messages, written by hand and
 * for this one query. `broadcast` keeps a number in memory and sends each new
 * state to every viewer with `ws`, as everybody would. `commit` puts the votes
 * that wait together into one durable SQLite transaction and then sends the
 * newest state once, as one ready frame: the least this work can cost.
 *
 * node floorServer.ts broadcast|commit BYTES DATA_DIR
 */
import { createServer } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { openVotes } from "./voteTable.ts";

const [mode, bytesText, dataDir] = process.argv.slice(2);
const messageBytes = Number(bytesText);

interface Client {
  readonly webSocket: WebSocket;
  readonly stream: Duplex;
}

interface Request {
  readonly client: Client;
  readonly requestId: number;
  readonly user: string;
}

const viewers = new Set<Client>();

function transition(value: object): string {
  const frame = (padding: string) =>
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
  return frame("x".repeat(Math.max(0, messageBytes - frame("").length)));
}

function response({ client, requestId }: Request, count: number): void {
  client.webSocket.send(
    JSON.stringify({
      type: "MutationResponse",
      requestId,
      success: true,
      result: count,
      ts: "AAAAAAAAAAA=",
      logLines: [],
    }),
  );
}

/** Votes in memory, every state to everybody. */
function broadcaster() {
  let count = 0;
  return {
    state: () => transition({ count }),
    vote(request: Request): void {
      count += 1;
      response(request, count);
      const text = transition({ count });
      for (const { webSocket } of viewers) webSocket.send(text);
    },
  };
}

/** Votes on disk, the newest state to everybody. */
function committer(file: string) {
  const db = openVotes(file);
  let waiting: Request[] = [];
  const state = () =>
    transition({ count: db.readCount(), last: db.lastVotes() });
  const flush = () => {
    const requests = waiting;
    waiting = [];
    const counts = db.commit(requests.map(({ user }) => user));
    requests.forEach((request, i) => response(request, counts[i] ?? 0));
    const frame = textFrame(state());
    for (const { stream } of viewers) stream.write(frame);
  };
  return {
    state,
    vote(request: Request): void {
      if (waiting.push(request) === 1) setImmediate(flush);
    },
  };
}

function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 126, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

const board =
  mode === "commit"
    ? committer(join(dataDir ?? ".", "floor.db"))
    : broadcaster();

function receive(client: Client, text: string): void {
  // The load speaks only these three messages.
  const message = JSON.parse(text) as {
    type: string;
    requestId: number;
    modifications?: unknown[];
    args?: [{ user: string }];
  };
  if (message.type === "ModifyQuerySet" && message.modifications?.length) {
    viewers.add(client);
    client.webSocket.send(board.state());
  }
  if (message.type === "Mutation")
    board.vote({
      client,
      requestId: message.requestId,
      user: message.args?.[0].user ?? "",
    });
}

const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
});
const server = createServer((_request, answer) => answer.end("ok"));
server.on("upgrade", (request, stream, head) =>
  sockets.handleUpgrade(request, stream, head, (webSocket) => {
    const client = { webSocket, stream };
    webSocket.on("close", () => viewers.delete(client));
    webSocket.on("message", (data: Buffer) => receive(client, data.toString()));
  }),
);
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.send?.({ port: address.port });
});
