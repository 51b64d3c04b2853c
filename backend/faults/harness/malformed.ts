/**
 * Generates hostile inputs that are almost valid, from a seed, like a fuzzer
 * that knows the protocol.
 */
import type { Random } from "./random.ts";
import { CONNECT_MESSAGE, watchMessage } from "../../test/support/rawSocket.ts";

const hostileValues: readonly [unknown, ...unknown[]] = [
  null,
  -1,
  1e308,
  0.5,
  "",
  "__proto__",
  "votes:cast",
  "../../etc/passwd",
  "\u0000",
  "\ud800",
  "x".repeat(2_000),
  [],
  [[]],
  {},
  { $bytes: "!" },
  { $integer: "AA==" },
  { constructor: { prototype: {} } },
  true,
];

const proper: readonly [object, ...object[]] = [
  // The harness's own messages are JSON objects.
  JSON.parse(CONNECT_MESSAGE) as object,
  JSON.parse(watchMessage("votes:tally", { beat: "a" })) as object,
  {
    type: "Mutation",
    requestId: 0,
    udfPath: "votes:cast",
    args: [{ beat: "fuzz", key: "k" }],
  },
  { type: "Action", requestId: 1, udfPath: "votes:none", args: [{}] },
  { type: "Authenticate", baseVersion: 0, tokenType: "User", value: "a.b.c" },
  { type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: "no" },
  { type: "Event", eventType: "X", event: null },
];

/**
 * Returns a valid message with one part replaced or removed, cut-off text, or
 * noise.
 */
export function malformedMessage(random: Random): string {
  const kind = random.below(10);
  if (kind === 0) return random.bytes(random.below(60, 1)).toString("latin1");
  if (kind === 1) return "[".repeat(random.below(20_000));
  const text = JSON.stringify(mutated(random.pick(proper), random, 3));
  if (kind === 2) return text.slice(0, random.below(text.length));
  return text;
}

function mutated(json: unknown, random: Random, depth: number): unknown {
  if (typeof json !== "object" || json === null || depth === 0) {
    return random.pick(hostileValues);
  }
  if (Array.isArray(json)) {
    if (random.below(4) === 0) return random.pick(hostileValues);
    return json.map((item) => mutated(item, random, depth - 1));
  }
  const entries = Object.entries(json);
  const chosen = random.below(entries.length);
  return Object.fromEntries(
    entries.flatMap(([name, value], i) => {
      if (i !== chosen) return [[name, value]];
      return random.below(5) === 0
        ? []
        : [[name, mutated(value, random, depth - 1)]];
    }),
  );
}

/**
 * Returns bytes in place of valid frames: wrong opcodes, RSV bits, no mask,
 * invalid UTF-8, or noise.
 */
export function malformedFrames(random: Random): Buffer {
  const length = random.below(100, 1);
  const noise = random.bytes(length);
  switch (random.below(5)) {
    case 0:
      return noise;
    case 1:
      return Buffer.concat([Buffer.from([0x81, length]), noise]);
    case 2:
      return framed(0x80 | random.below(16), noise);
    case 3:
      return framed(0x81 | (random.below(7, 1) << 4), noise);
    default:
      return framed(0x81, Buffer.from([0xc3, 0x28, ...noise]));
  }
}

function framed(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const header =
    length < 126
      ? [first, 0x80 | length, 0, 0, 0, 0]
      : [first, 0x80 | 126, length >> 8, length & 255, 0, 0, 0, 0];
  return Buffer.concat([Buffer.from(header), payload]);
}

const PATHS = [
  "/api/query",
  "/api/mutation",
  "/api/storage/upload?token=x",
  "/api/storage/../../database.sqlite",
  "/api/deploy2/start_push",
  "/api/list_environment_variables",
  "/%00%ff",
  "//evil/",
  "/api/1.48.0/sync",
] as const;
const METHODS = ["GET", "POST", "PUT", "OPTIONS", "G\u0001T", "HEAD"] as const;

/** Returns a complete HTTP request, which may be invalid. */
export function malformedRequest(random: Random): string {
  if (random.below(10) === 0) return random.bytes(80).toString("latin1");
  const body = malformedMessage(random);
  const length = random.pick([
    String(Buffer.byteLength(body)),
    "-1",
    "1e9",
    "0",
  ]);
  const header = random.pick([
    "X: y",
    "Authorization: Convex x",
    "Authorization: Bearer a.b.c",
    "Content-Encoding: gzip",
    "Content-Encoding: br",
    "Transfer-Encoding: chunked",
    `X-Long: ${"x".repeat(20_000)}`,
    "no colon",
  ]);
  return `${random.pick(METHODS)} ${random.pick(PATHS)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n${header}\r\n\r\n${body}`;
}
