import { expect, test, vi } from "vitest";
import { FirstAnswers } from "./firstAnswers";
import { questionKey } from "./questionKey";

const KEY = questionKey("beats:get", { beatId: "m57" });

function oneQuestion(key = KEY) {
  let give = (_json: unknown) => {};
  const answer = new Promise((resolve) => {
    give = resolve;
  });
  const answers = new FirstAnswers([{ key, answer }]);
  const told = vi.fn();
  answers.subscribe(told);
  const arrive = async (json: unknown) => {
    give(json);
    await answer;
  };
  return { answers, told, arrive };
}

test("an answer stands in from its arrival until it is forgotten", async () => {
  const { answers, told, arrive } = oneQuestion();
  expect(answers.get(KEY)).toBeUndefined();
  await arrive({ bpm: 90 });
  expect(answers.get(KEY)).toEqual({ bpm: 90 });
  expect(told).toHaveBeenCalledTimes(1);
  answers.forget(KEY);
  expect(answers.get(KEY)).toBeUndefined();
  expect(told).toHaveBeenCalledTimes(2);
});

test("an answer that comes after the live one is ignored", async () => {
  const { answers, arrive } = oneQuestion();
  answers.forget(KEY);
  await arrive({ bpm: 90 });
  expect(answers.get(KEY)).toBeUndefined();
});

test("a question that failed has no answer", async () => {
  const { answers, told, arrive } = oneQuestion();
  await arrive(undefined);
  expect(answers.get(KEY)).toBeUndefined();
  expect(told).not.toHaveBeenCalled();
});

test("a kept answer stands in until one from the server comes, and for none", async () => {
  const { answers, told, arrive } = oneQuestion();
  answers.offer(KEY, { bpm: 89 });
  expect(answers.get(KEY)).toEqual({ bpm: 89 });
  expect(told).toHaveBeenCalledTimes(1);
  await arrive({ bpm: 90 });
  answers.offer(KEY, { bpm: 89 });
  expect(answers.get(KEY)).toEqual({ bpm: 90 });
  answers.forget(KEY);
  expect(answers.get(KEY)).toBeUndefined();
});

test("nothing is left once the session has ended", async () => {
  const { answers, arrive } = oneQuestion();
  await arrive({ bpm: 90 });
  answers.forgetAll();
  expect(answers.get(KEY)).toBeUndefined();
});

test("the order of arguments does not matter", () => {
  expect(questionKey("beats:list", { sort: "recent", page: 1 })).toBe(
    questionKey("beats:list", { page: 1, sort: "recent" }),
  );
  expect(questionKey("beats:list", { page: 1 })).not.toBe(
    questionKey("beats:list", { page: 2 }),
  );
});
