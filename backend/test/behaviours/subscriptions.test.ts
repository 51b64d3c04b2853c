/**
 * Three stock clients watch random reads while a fourth writes. After each
 * write, every client must show what a fresh execution over HTTP returns.
 */
import { type ConvexClient, ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { Clients, mutation, query, watch } from "../support/clients.ts";
import { Deployment as HostedDeployment } from "../support/convexTest/deployment.ts";
import schema from "./app/schema.ts";
import type { Args } from "./harness/deployment.ts";

type Step =
  | { readonly act: "watch"; client: number; reading: Args }
  | { readonly act: "write"; name: string; args: Args };

const a = fc.nat({ max: 3 });
const label = fc.constantFrom("p", "q", "r", "s");

const reading: fc.Arbitrary<Args> = fc
  .record({
    low: a,
    order: fc.constantFrom("asc", "desc"),
    take: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    filters: fc.option(fc.constant<Value>([["eq", ["field", "b"], 1]]), {
      nil: undefined,
    }),
  })
  .map(({ low, ...rest }) => ({
    index: "by_a",
    range: [{ op: "gte", field: "a", value: low }],
    ...rest,
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant("watch"),
    client: fc.nat({ max: 2 }),
    reading,
  }),
  fc.record({
    act: fc.constant("write"),
    name: fc.constant("things:add"),
    args: fc
      .record({ label, a, b: fc.nat({ max: 1 }) })
      .map((thing) => ({ things: [thing] })),
  }),
  fc.record({
    act: fc.constant("write"),
    name: fc.constant("things:setA"),
    args: fc.record({ label, a }),
  }),
  fc.record({
    act: fc.constant("write"),
    name: fc.constant("things:remove"),
    args: fc.record({ label }),
  }),
);

const read = query<string[]>("things:read");

/** Plays one history, starting with an empty deployment. */
async function play(steps: readonly Step[]): Promise<void> {
  const { url } = inject("deployment");
  await new HostedDeployment(
    inject("deployment"),
    Object.keys(schema.tables),
  ).client();
  await using clients = new Clients();
  const viewers: ConvexClient[] = [1, 2, 3].map(() => clients.open(url));
  const http = new ConvexHttpClient(url, { logger: false });
  const watched: { reading: Args; shown: unknown[] }[] = [];
  for (const step of steps) {
    if (step.act === "write") {
      await http.mutation(mutation(step.name), step.args);
    } else {
      const { client, reading } = step;
      const viewer = viewers[client];
      if (viewer === undefined) continue;
      watched.push({ reading, shown: watch(viewer, read, reading) });
    }
    for (const { reading, shown } of watched) {
      const fresh = await http.query(read, reading);
      await expect.poll(() => shown.at(-1), { interval: 2 }).toEqual(fresh);
    }
  }
  for (const { shown } of watched) expectNoRepeats(shown);
}

/** Expects that no client received the same result twice in a row. */
function expectNoRepeats(shown: readonly unknown[]): void {
  const texts = shown.map((result) => JSON.stringify(result));
  expect(texts.filter((text, i) => text === texts[i - 1])).toEqual([]);
}

test("shows the result of a fresh execution in stock clients after every write", async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 25 });
  await fc.assert(fc.asyncProperty(steps, play), {
    numRuns: 10,
    endOnFailure: true,
  });
});
