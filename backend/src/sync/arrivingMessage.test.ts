import { expect, test } from "vitest";
import { Admission, type CallerLimits } from "../admission/admission.ts";
import { ArrivingMessage } from "./arrivingMessage.ts";

const KIB = 1024;
const limits: CallerLimits = {
  maxArgumentBytes: 1_024 * KIB,
  held: { perAddress: 3_072 * KIB, total: 4_096 * KIB },
  answers: { perAddress: 1, total: 1 },
  maxQueriesPerSession: 1,
  maxQueriesPerAddress: 1,
  maxQueriesPerAccount: 1,
  maxPendingRequests: 1,
  maxPendingBytes: 1,
  minBodyBytesPerSecond: 0,
  bodyWindowMs: 5_000,
};

function stage() {
  const { anonymous } = new Admission({
    anonymous: limits,
    identified: limits,
  });
  let now = 0;
  return {
    arriving: anonymous.arriving,
    open: (address = "a") =>
      new ArrivingMessage({ bounds: anonymous }, address, () => now),
    pass: (ms: number) => (now += ms),
  };
}

/** Sends the bytes in pieces, the way a socket delivers them. */
function send(to: ArrivingMessage, bytes: number) {
  for (let left = bytes; left > 0; left -= 64 * KIB) {
    const cut = to.piece(Math.min(left, 64 * KIB));
    if (cut !== null) return cut;
  }
  return null;
}

test("unfinished messages from one address share a limit that leaves other addresses alone", () => {
  const { open } = stage();
  const cuts = Array.from({ length: 5 }, () => send(open(), 900 * KIB));
  expect(cuts.slice(0, 3)).toEqual([null, null, null]);
  expect(cuts[3]).toMatchObject({
    code: 1013,
    reason: expect.stringContaining("from this address") as string,
  });
  expect(send(open("b"), 500 * KIB)).toBeNull();
  expect(send(open("c"), 900 * KIB)?.reason).not.toContain("address");
});

test("no bytes stay counted after whole messages, however they are split", () => {
  const { arriving, open } = stage();
  const message = open();
  for (let i = 0; i < 10_000; i += 1) {
    expect(send(message, 100 * KIB)).toBeNull();
    message.message();
  }
  expect(arriving.totalBytes).toBe(0);
});

test("control frames between pieces neither count nor hide the pieces", () => {
  const { open } = stage();
  const idle = open();
  for (let i = 0; i < 100_000; i += 1) {
    idle.piece(106);
    idle.control(100);
  }
  expect(idle.ageMs).toBe(0);
  const sneaky = open();
  const cuts = Array.from({ length: 100 }, () => {
    const cut = sneaky.piece(64 * KIB + 106);
    sneaky.control(100);
    return cut;
  });
  expect(cuts.find((cut) => cut !== null)?.code).toBe(1013);
});

test("a message has an age from its first piece until it is complete", () => {
  const { open, pass } = stage();
  const message = open();
  pass(5_000);
  expect(message.ageMs).toBe(0);
  message.piece(10);
  pass(60_000);
  expect(message.ageMs).toBe(60_000);
  message.message();
  expect(message.ageMs).toBe(0);
});

test("a message that came in fragments leaves nothing arriving, even after pongs", () => {
  const { open, pass, arriving } = stage();
  const message = open();
  message.piece(4 + 100 + 9 * (100 + 8));
  message.message();
  pass(60_000);
  expect(message.ageMs).toBe(0);
  message.piece(6);
  message.control(0);
  pass(60_000);
  expect(message.ageMs).toBe(0);
  expect(arriving.totalBytes).toBe(0);
});
