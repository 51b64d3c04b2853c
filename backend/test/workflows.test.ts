/**
 * Tests Convex's published workflow component, which replaces globals while its
 * functions run.
 */
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { ServerProcess } from "./support/serverProcess.ts";

const query = (name: string) => makeFunctionReference<"query">(`flows:${name}`);
const mutation = (name: string) =>
  makeFunctionReference<"mutation">(`flows:${name}`);

interface Tick {
  readonly wantedAt: number;
  readonly ranAt: number;
}

async function withServer(
  use: (client: ConvexHttpClient) => Promise<void>,
): Promise<void> {
  const appRoot = join(import.meta.dirname, "workflows");
  await using server = await ServerProcess.withApp({ appRoot });
  await use(new ConvexHttpClient(server.url));
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("finishes 1, 5 and 50 workflows at once and runs scheduled functions meanwhile", async () => {
  await withServer(async (client) => {
    const beganAt = Date.now();
    let finished = 0;
    let ticks = 0;
    for (const runs of [1, 5, 50]) {
      await client.mutation(mutation("start"), { runs });
      await client.mutation(mutation("tickIn"), { delayMs: 200 });
      finished += runs;
      ticks += 1;
      await until(
        async () => (await client.query(query("finished"), {})) === finished,
      );
      await until(
        async () =>
          ((await client.query(query("ticks"), {})) as Tick[]).length === ticks,
      );
    }
    // The server's clock is still the real one.
    const [last] = ((await client.query(query("ticks"), {})) as Tick[]).slice(
      -1,
    );
    expect(last?.ranAt).toBeGreaterThanOrEqual(beganAt);
    expect(last?.ranAt).toBeLessThanOrEqual(Date.now());
  });
});
