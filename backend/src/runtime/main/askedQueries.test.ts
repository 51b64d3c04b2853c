import { expect, test } from "vitest";
import { ANYONE } from "../contract/callers.ts";
import type { FunctionCall } from "../contract/runtime.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";
import { AskedQueries } from "./askedQueries.ts";

const callOf = (name: string) =>
  ({ path: name, args: { name }, caller: ANYONE }) as unknown as FunctionCall; // the code under test reads only these fields

const answerOf = (valueJson: string) =>
  ({ ok: true, valueJson }) as ExecutionResult; // the code under test reads only these fields

/** Answers each query with the text under its path; fails where there is none. */
const askIn = (state: Record<string, string>) => (call: FunctionCall) => {
  const text = state[call.path];
  const failed = { ok: false } as ExecutionResult; // the code under test reads only these fields
  return Promise.resolve(text === undefined ? failed : answerOf(text));
};

test("answers hold while each query answers the same", async () => {
  const asked = new AskedQueries();
  asked.note(callOf("a"), answerOf("1"));
  asked.note(callOf("b"), answerOf("2"));
  const hold = (state: Record<string, string>) =>
    asked.answerTheSame(ANYONE, askIn(state));
  expect(await hold({ a: "1", b: "2" })).toBe(true);
  expect(await hold({ a: "1", b: "3" })).toBe(false);
  expect(await hold({ a: "1" })).toBe(false);
});

test("asks as whoever wants to know", async () => {
  const asked = new AskedQueries();
  asked.note(callOf("a"), answerOf("1"));
  const caller = { ...ANYONE, ip: "10.0.0.1" };
  const callers: unknown[] = [];
  await asked.answerTheSame(caller, (call) => {
    callers.push(call.caller);
    return Promise.resolve(answerOf("1"));
  });
  expect(callers).toEqual([caller]);
});

test.each([
  ["else", (asked: AskedQueries) => asked.spoil()],
  ["that failed", note({ ok: false } as ExecutionResult)],
  ["with long arguments", note(answerOf("1"), "x".repeat(2_000))],
  ["with a large answer", note(answerOf("x".repeat(300_000)))],
])("nothing holds after something %s", async (_, spoil) => {
  const asked = new AskedQueries();
  spoil(asked);
  expect(await asked.answerTheSame(ANYONE, askIn({}))).toBe(false);
});

test("an action that asks a lot is run again", async () => {
  const asked = new AskedQueries();
  for (let n = 0; n < 9; n++) note(answerOf("1"))(asked);
  expect(await asked.answerTheSame(ANYONE, askIn({ a: "1" }))).toBe(false);
});

function note(result: ExecutionResult, name = "a") {
  return (asked: AskedQueries) => asked.note(callOf(name), result);
}
