import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";
import { EndedCalls, jobKey } from "./endedCalls.ts";

describe("counts of ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "ended-calls-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("outlive the process", () => {
    expect(new EndedCalls(folder).add("mutation s 1")).toBe(false);
    expect(new EndedCalls(folder).refuses("mutation s 1")).toBe(false);
    expect(new EndedCalls(folder).add("mutation s 1")).toBe(true);
    expect(new EndedCalls(folder).refuses("mutation s 1")).toBe(true);
    expect(new EndedCalls(folder).refuses("mutation s 2")).toBe(false);
  });

  test("name a job until it has been ended", () => {
    const ended = new EndedCalls(folder);
    for (const _ of [1, 2]) ended.add(jobKey("row"));
    expect(new EndedCalls(folder).refusedJob).toBe("row");
    ended.forgetJob("row");
    expect(new EndedCalls(folder).refusedJob).toBeNull();
  });

  test("begin anew if the file cannot be read", () => {
    writeFileSync(join(folder, "ended_calls.json"), "[[");
    expect(new EndedCalls(folder).add("mutation s 1")).toBe(false);
  });
});

const DEADLY = `
const die = async (ctx) => {
  const { appendFileSync } = await import("node:fs");
  const { exit } = await import("node:process");
  await ctx.db.query("notes").first();
  appendFileSync(process.env.LIVES, "+");
  exit(1);
};
export const mutate = mutation(die);
export const read = query(die);
export const lives = query(async () => {
  const { readFileSync } = await import("node:fs");
  return readFileSync(process.env.LIVES, "utf8").length;
});
export const alive = query(async () => "alive");
export const schedule = mutation((ctx) => ctx.scheduler.runAfter(0, f("deadly:mutate")));
export const state = query(async (ctx, { id }) => (await ctx.db.system.get(id)).state);
`;

describe("a call that ends the executor", () => {
  let app: TestApp;
  let lives: string;

  beforeAll(async () => {
    app = await TestApp.start(
      { "": { "deadly.js": DEADLY } },
      { log: () => undefined },
    );
    lives = join(app.dataDir, "lives");
    await app.runtime.updateEnvironment([{ name: "LIVES", value: lives }]);
  });
  afterAll(() => app.stop());

  /** Runs `work` and returns how often the executor has ended meanwhile. */
  async function endsDuring(work: () => Promise<unknown>): Promise<number> {
    writeFileSync(lives, "");
    await work();
    expect(await app.query("deadly:alive")).toBe("alive");
    return Number(await app.query("deadly:lives"));
  }

  const refusal = expect.objectContaining({
    ok: false,
    errorMessage: expect.stringContaining(
      "has ended the server twice",
    ) as string,
  }) as unknown;

  test("is answered with an error the second time if it belongs to a session", async () => {
    const call = callOf("deadly:mutate");
    const send = () =>
      app.runtime.runMutation(call, { sessionId: "s", requestId: 1 });
    const ends = await endsDuring(async () =>
      expect(await send()).toEqual(expect.objectContaining({ ok: false })),
    );
    expect(ends).toBe(2);
    await app.restart();
    const later = await endsDuring(async () =>
      expect(await send()).toEqual(refusal),
    );
    expect(later).toBe(0);
  });

  test("is answered with an error the second time without a session", async () => {
    const ends = await endsDuring(async () =>
      expect(await app.runtime.runMutation(callOf("deadly:mutate"))).toEqual(
        refusal,
      ),
    );
    expect(ends).toBe(2);
  });

  test("fails the second time if it is a live query, also for those who subscribe later", async () => {
    const failed = (liveId: number) =>
      eventually(() => app.latest(liveId)?.ok === false);
    const ends = await endsDuring(async () => {
      app.runtime.subscribe(1, callOf("deadly:read"), null);
      await failed(1);
    });
    expect(ends).toBe(2);
    await app.restart();
    const later = await endsDuring(async () => {
      app.runtime.subscribe(2, callOf("deadly:read"), null);
      await failed(2);
    });
    expect(later).toBe(0);
    app.runtime.unsubscribe(2);
  });

  test("is recorded as failed the second time if it is scheduled", async () => {
    const ends = await endsDuring(async () => {
      const id = await app.mutation("deadly:schedule");
      await expect
        .poll(() => app.query("deadly:state", { id }))
        .toMatchObject({ kind: "failed" });
    });
    expect(ends).toBe(2);
  });
});
