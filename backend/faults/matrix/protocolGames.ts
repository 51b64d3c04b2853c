import { type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Attacker, firstAnswer } from "../harness/attacker.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { becomes } from "../harness/resources.ts";
import { textFrame, upgraded } from "../../test/support/rawSocket.ts";

export const protocolGames: Fault = {
  id: "A17",
  name: "names, versions and headers nobody intended",
  does: "uses prototype names, counters out of order, future times, one session on two sockets, paths outside the site, smuggled requests and forged log lines",
  passes:
    "each is answered or refused with an explanation; a shared session executes each request once; nothing is logged as a bug; no log line is forged",
  run: play,
};

async function play({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, {
    env: { LOG_LEVEL: "debug" },
  });
  const violations = [
    ...(await oddNames(server)),
    ...(await oddMessages(server)),
    ...(await sharedSession(server)),
    ...(await oddRequests(server)),
    ...(await forgedLines(server)),
  ];
  if (!server.isRunning) violations.push("The server ended.");
  const logged =
    /Unhandled|Internal|TypeError|RangeError|A request failed.*|session failed.*/.exec(
      server.output,
    );
  if (logged !== null) violations.push(`Logged: ${logged[0].slice(0, 200)}`);
  const tally = await server.query<number>("votes:tally", { beat: "calm" });
  if (tally !== 0) violations.push(`A beat nobody voted on has ${tally}.`);
  return { runs: 5, seen: `${violations.length} surprises`, violations };
}

const PROTOTYPE_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
];

/**
 * Uses names of prototype members as modules, exports, functions and arguments.
 */
async function oddNames({ port }: FaultServer): Promise<string[]> {
  const attacker = new Attacker(port);
  const found: string[] = [];
  for (const name of PROTOTYPE_NAMES) {
    for (const path of [
      name,
      `votes:${name}`,
      `${name}:${name}`,
      `../${name}:x`,
    ]) {
      const answer = await attacker.call("query", path, {});
      if (!/ 560 | 400 /.test(answer))
        found.push(`${path}: ${answer.slice(0, 60)}`);
    }
    const args = JSON.parse(
      `{"beat":"x","${name}":{"polluted":true}}`,
    ) as object;
    const answer = await attacker.call("query", "votes:tally", args);
    if (!answer.includes(" 560 ")) {
      found.push(`An argument ${name}: ${answer.slice(0, 60)}`);
    }
  }
  attacker.leave();
  return found;
}

const hello = (sessionId: string, more: object = {}) => ({
  type: "Connect",
  sessionId,
  connectionCount: 0,
  lastCloseReason: null,
  clientTs: 0,
  ...more,
});

/** Returns what the server says until it closes the connection or has said enough. */
async function said(
  socket: Socket,
  messages: readonly object[],
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  let text = "";
  let isOpen = true;
  socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
  for (const event of ["close", "end"]) {
    socket.once(event, () => (isOpen = false));
  }
  for (const message of messages) {
    socket.write(textFrame(JSON.stringify(message)));
  }
  await becomes(() => !isOpen || isEnough(text));
  socket.destroy();
  return text;
}

/**
 * Sends messages that break the protocol. Each must close the connection with a
 * reason.
 */
async function oddMessages({ port }: FaultServer): Promise<string[]> {
  const session = "00000000-0000-4000-8000-000000000001";
  const add = {
    type: "Add",
    queryId: 0,
    udfPath: "votes:tally",
    args: [{ beat: "x" }],
  };
  const set = (
    baseVersion: unknown,
    newVersion: unknown,
    modifications: unknown,
  ) => ({
    type: "ModifyQuerySet",
    baseVersion,
    newVersion,
    modifications,
  });
  const broken: Record<string, object> = {
    "the same query twice": set(0, 1, [add, add]),
    "a version that goes back": set(0, 0, [add]),
    "a negative version": set(-1, 0, [add]),
    "a version with a fraction": set(0, 0.5, [add]),
    "a version beyond all numbers": set(0, 1e308, [add]),
    "a version that is a text": set("0", "1", [add]),
    "the removal of what is not there": set(0, 1, [
      { type: "Remove", queryId: 7 },
    ]),
    "modifications that are no list": set(0, 1, { length: 1e9 }),
    "a request id beyond all numbers": {
      type: "Mutation",
      requestId: 2 ** 60,
      udfPath: "votes:cast",
      args: [{ beat: "calm", key: "k" }],
    },
    "a second Connect": hello(session),
    "a type of a prototype": { type: "__proto__" },
  };
  const found: string[] = [];
  for (const [name, message] of Object.entries(broken)) {
    const socket = await upgraded(port);
    if (socket === null) continue;
    const text = await said(socket, [hello(session), message]);
    if (!text.includes("\x03\xf0"))
      found.push(`${name} is not closed with 1008`);
  }
  found.push(...(await farAhead(port)));
  return found;
}

/**
 * Claims to have seen a time in the future. The client must get an answer, and
 * others must not be affected.
 */
async function farAhead(port: number): Promise<string[]> {
  const socket = await upgraded(port);
  if (socket === null) return ["A client was refused."];
  const maxObservedTimestamp = Buffer.alloc(8, 0xff).toString("base64");
  const watch = {
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: [
      {
        type: "Add",
        queryId: 0,
        udfPath: "votes:tally",
        args: [{ beat: "x" }],
        journal: "x".repeat(1_000_000),
      },
    ],
  };
  const session = "00000000-0000-4000-8000-000000000002";
  const isAnswer = (text: string) => /QueryUpdated|QueryFailed/.test(text);
  const greeting = hello(session, { maxObservedTimestamp });
  const text = await said(socket, [greeting, watch], isAnswer);
  return isAnswer(text)
    ? []
    : [`A client of the future hears: ${text.slice(0, 100)}`];
}

/**
 * Sends the same requests on two sockets of one session. Each must take effect
 * once.
 */
async function sharedSession(server: FaultServer): Promise<string[]> {
  const session = "00000000-0000-4000-8000-000000000003";
  const requests = Array.from({ length: 50 }, (_, requestId) => ({
    type: "Mutation",
    requestId,
    udfPath: "votes:cast",
    args: [{ beat: "shared", key: String(requestId) }],
  }));
  await Promise.all(
    [1, 2].map(async () => {
      const socket = await upgraded(server.port);
      if (socket === null) return;
      const messages = [hello(session), ...requests];
      await said(socket, messages, (text) => text.includes('"requestId":49'));
    }),
  );
  const tally = await server.query<number>("votes:tally", { beat: "shared" });
  return tally === 50 ? [] : [`2: 50 requests had effect ${tally} times`];
}

async function oddRequests({ port }: FaultServer): Promise<string[]> {
  const attacker = new Attacker(port);
  const cases = [...oddLines(attacker), ...oddHeaders(attacker)];
  const found: string[] = [];
  for (const [name, request, expected] of cases) {
    const socket = attacker.connect();
    socket.write(request);
    const answer = await firstAnswer(socket, 3_000);
    if (!expected.test(answer)) found.push(`${name}: ${answer.slice(0, 60)}`);
    if (answer.includes("root:"))
      found.push(`${name} shows a file of the system`);
    socket.destroy();
  }
  attacker.leave();
  return found;
}

/** Tries to forge log lines and to send terminal codes to the log. */
async function forgedLines(server: FaultServer): Promise<string[]> {
  const mark = "forged-by-a-stranger";
  const text = `\n{"level":"error","message":"${mark}"}\r\n\u001b[2J\u001b[31m`;
  const attacker = new Attacker(server.port);
  await attacker.call("mutation", "attacks:shout", { text });
  await attacker.call("query", `votes:${text}`, { text });
  attacker.leave();
  await sleep(200);
  const found: string[] = [];
  if (
    server.output
      .split("\n")
      .some((line) => line.startsWith(`{"level":"error","message":"${mark}`))
  ) {
    found.push("A stranger wrote a line of the log.");
  }
  if (server.output.includes("\u001b"))
    found.push("A stranger wrote codes of a terminal.");
  return found;
}

type OddRequest = readonly [name: string, request: string, expected: RegExp];

/** Requests whose length, path or method is odd. */
function oddLines(attacker: Attacker): OddRequest[] {
  const length = ["Content-Length: 5", "Transfer-Encoding: chunked"];
  return [
    [
      "a length and chunks",
      `${attacker.head("POST", "/api/query", length)}0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
      /^HTTP\/1.1 400/,
    ],
    [
      "two lengths",
      attacker.head("POST", "/api/query", [
        "Content-Length: 1",
        "Content-Length: 2",
      ]),
      /^HTTP\/1.1 400/,
    ],
    [
      "a path out of the site",
      attacker.head("GET", "/../../../../etc/passwd"),
      /^HTTP\/1.1 404/,
    ],
    [
      "the same, encoded",
      attacker.head("GET", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd"),
      /^HTTP\/1.1 404/,
    ],
    [
      "a zero in a path",
      attacker.head("GET", "/api/storage/%00"),
      /^HTTP\/1.1 40[04]/,
    ],
    [
      "a path that cannot be decoded",
      attacker.head("GET", "/%ff%c3"),
      /^HTTP\/1.1 40[04]/,
    ],
    [
      "a whole address",
      attacker.head("GET", "http://evil.example/healthz"),
      /^HTTP\/1.1 (200|404)/,
    ],
    ["only a method", attacker.head("OPTIONS", "*"), /^HTTP\/1.1 (40|20)/],
    [
      "CONNECT",
      attacker.head("CONNECT", "evil.example:80"),
      /^(HTTP\/1.1 4..|$)/,
    ],
  ];
}

/** Requests whose other headers, or the body they announce, are odd. */
function oddHeaders(attacker: Attacker): OddRequest[] {
  return [
    [
      "an upgrade to something else",
      attacker.head("GET", "/healthz", ["Connection: Upgrade", "Upgrade: h2c"]),
      /^HTTP\/1.1 200/,
    ],
    [
      "an expectation",
      `${attacker.head("POST", "/api/query", ["Expect: 100-continue", "Content-Length: 2"])}{}`,
      /^HTTP\/1.1 (100|400)/,
    ],
    [
      "another expectation",
      attacker.head("POST", "/api/query", [
        "Expect: 200-maybe",
        "Content-Length: 2",
      ]),
      /^HTTP\/1.1 4/,
    ],
    [
      "trailers",
      `${attacker.head("POST", "/api/query", ["Transfer-Encoding: chunked"])}2\r\n{}\r\n0\r\nX: ${"y".repeat(1_000)}\r\n\r\n`,
      /^HTTP\/1.1 400/,
    ],
    [
      "a compressed body of someone unknown",
      `${attacker.head("POST", "/api/query", ["Content-Encoding: gzip", "Content-Length: 5"])}xxxxx`,
      /^HTTP\/1.1 415/,
    ],
  ];
}
