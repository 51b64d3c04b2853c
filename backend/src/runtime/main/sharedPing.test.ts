import { expect, test } from "vitest";
import { SharedPing } from "./sharedPing.ts";

function stage() {
  const questions: PromiseWithResolvers<void>[] = [];
  const shared = new SharedPing(() => {
    const question = Promise.withResolvers<void>();
    questions.push(question);
    return question.promise;
  });
  return { questions, shared };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a thousand callers share one question, and later callers the next", async () => {
  const { questions, shared } = stage();
  const early = Array.from({ length: 1_000 }, () => shared.ping());
  await turn();
  expect(questions).toHaveLength(1);
  const late = Array.from({ length: 1_000 }, () => shared.ping());
  await turn();
  expect(questions).toHaveLength(1);
  questions[0]?.resolve();
  await Promise.all(early);
  await turn();
  expect(questions).toHaveLength(2);
  questions[1]?.resolve();
  await Promise.all(late);
});

test("a failing question fails only its own callers", async () => {
  const { questions, shared } = stage();
  const failed = shared.ping();
  await turn();
  questions[0]?.reject(new Error("gone"));
  await expect(failed).rejects.toThrow("gone");
  const next = shared.ping();
  await turn();
  questions[1]?.resolve();
  await next;
});
