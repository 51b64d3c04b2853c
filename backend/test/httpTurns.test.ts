import { expect, test } from "vitest";
import { ServerProcess } from "./support/serverProcess.ts";

const REQUESTS = 60;

test("a page does not wait for all that another address asks for", async () => {
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  const answered: string[] = [];
  const ask = async (address: string) => {
    const answer = await fetch(`${server.url}/hello`, {
      headers: { "x-forwarded-for": address },
    });
    expect(answer.status).toBe(202);
    answered.push(address);
  };
  const busy = Array.from({ length: REQUESTS }, () => ask("203.0.113.7"));
  await Promise.race(busy);
  await ask("198.51.100.2");
  const before = answered.length;
  await Promise.all(busy);
  expect(answered).toHaveLength(REQUESTS + 1);
  expect(before).toBeLessThan(REQUESTS / 2);
});
