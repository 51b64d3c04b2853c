/** The stock sync protocol, as much of it as a viewer or a voter speaks. */
import { randomUUID } from "node:crypto";
import { RawSocket } from "./rawSocket.ts";

const PATH = "/api/1.48.0/sync";
const COUNT = Buffer.from('"count":');
const RESPONSE = Buffer.from('"MutationResponse"');
const RESULT = Buffer.from('"result":');

export interface Target {
  readonly port: number;
  readonly beatId: string;
}

/** Watches `board:get`; reports each count it sees, the first included. */
export async function openViewer(
  { port, beatId }: Target,
  onCount: (count: number, bytes: number) => void,
): Promise<RawSocket> {
  const socket = await RawSocket.open(port, PATH);
  socket.onText = (text) => {
    const at = text.indexOf(COUNT);
    if (at >= 0) onCount(readNumber(text, at + COUNT.length), text.length);
  };
  socket.send(connectMessage());
  socket.send(querySet([watchQuery(beatId)]));
  return socket;
}

/** Sends one vote after the other; a vote's answer is the count it made. */
export class Voter {
  readonly #socket: RawSocket;
  readonly #beatId: string;
  readonly #user: string;
  #requestId = 0;
  #onCount: (count: number) => void = () => undefined;

  private constructor(socket: RawSocket, beatId: string, user: string) {
    this.#socket = socket;
    this.#beatId = beatId;
    this.#user = user;
    socket.onText = (text) => this.#receive(text);
  }

  static async open({ port, beatId }: Target, user: string): Promise<Voter> {
    const socket = await RawSocket.open(port, PATH);
    socket.send(connectMessage());
    socket.send(querySet([]));
    return new Voter(socket, beatId, user);
  }

  vote(): Promise<number> {
    const requestId = this.#requestId++;
    const answered = new Promise<number>((resolve) => {
      this.#onCount = resolve;
    });
    this.#socket.send(
      JSON.stringify({
        type: "Mutation",
        requestId,
        udfPath: "board:vote",
        args: [{ beatId: this.#beatId, user: `${this.#user}-${requestId}` }],
      }),
    );
    return answered;
  }

  close(): void {
    this.#socket.close();
  }

  #receive(text: Buffer): void {
    if (!text.includes(RESPONSE)) return;
    const at = text.indexOf(RESULT);
    const count = readNumber(text, at + RESULT.length);
    if (count <= 0) throw new Error(`A vote was refused: ${text.toString()}`);
    this.#onCount(count);
  }
}

function connectMessage(): string {
  return JSON.stringify({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
    clientTs: Date.now(),
  });
}

function querySet(modifications: readonly object[]): string {
  return JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications,
  });
}

function watchQuery(beatId: string): object {
  return { type: "Add", queryId: 0, udfPath: "board:get", args: [{ beatId }] };
}

function readNumber(text: Buffer, from: number): number {
  let value = 0;
  for (let i = from; i < text.length; i++) {
    const digit = text.readUInt8(i) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}
