import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const TIMES = 100;

test("threads that start at the same time get one each", async () => {
  const file = new URL("collector.ts", import.meta.url).href;
  const code = `(async () => {
    let collect;
    for (let n = 0; n < ${TIMES}; n++)
      collect = (await import("${file}?" + n)).collectGarbage; // a new module each time
    collect();
  })()`;
  const threads = Array.from(
    { length: 4 },
    () => new Worker(code, { eval: true }),
  );
  const ends = await Promise.all(threads.map((thread) => once(thread, "exit")));
  expect(ends).toEqual(threads.map(() => [0]));
});
