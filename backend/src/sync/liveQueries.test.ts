import { describe, expect, test } from "vitest";
import {
  add,
  adminKey,
  authenticate,
  makeWorld,
  modify,
  settle,
} from "../../test/support/syncWorld.ts";

type World = ReturnType<typeof makeWorld>;

async function watchAs(
  world: World,
  name: string | null,
  path: string,
  sessionId: string,
) {
  const client = world.connect({ sessionId: sessionId.padStart(16, "0") });
  if (name !== null) client.say(authenticate(0, name));
  await settle();
  client.say(modify(0, [add(0, path)]));
  await settle();
  return client;
}

function valuesOf(client: ReturnType<World["connect"]>): unknown[] {
  return client.connection
    .take()
    .flatMap(({ modifications }) =>
      (modifications as { value?: unknown }[]).map(({ value }) => value),
    );
}

describe("sharing", () => {
  test("one execution serves everyone as long as it does not read the identity", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:public", () => ({ value: "same" }));
    const clients = await Promise.all(
      ["asha", "bala", null].map((name, i) =>
        watchAs(world, name, "q:public", `${i}`),
      ),
    );
    world.runtime.publishNew();
    await settle();
    expect(world.runtime.subscribed.size).toBe(1);
    expect(world.runtime.executions).toBe(1);
    expect(clients.map(valuesOf)).toEqual([["same"], ["same"], ["same"]]);
  });

  test("a later client shares the existing result without an execution", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:public", () => ({ value: "same" }));
    await watchAs(world, "asha", "q:public", "1");
    world.runtime.publishNew();
    const late = await watchAs(world, "bala", "q:public", "2");
    expect(valuesOf(late)).toEqual(["same"]);
    expect(world.runtime.executions).toBe(1);
  });

  test("once the identity is read, each user gets only their own result", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:me", ({ caller }) => ({
      value: caller.identity?.subject ?? "nobody",
      usedIdentity: true,
    }));
    const asha = await watchAs(world, "asha", "q:me", "1");
    const bala = await watchAs(world, "bala", "q:me", "2");
    const nobody = await watchAs(world, null, "q:me", "3");
    world.runtime.publishNew();
    await settle();
    world.runtime.publishNew();
    await settle();
    expect(valuesOf(asha)).toEqual(["asha"]);
    expect(valuesOf(bala)).toEqual(["bala"]);
    expect(valuesOf(nobody)).toEqual(["nobody"]);
  });

  test("a shared query that turns personal never shows one user's result to another", async () => {
    const world = makeWorld();
    let isPersonal = false;
    world.runtime.queries.set("q:turn", ({ caller }) =>
      isPersonal
        ? { value: caller.identity?.subject ?? null, usedIdentity: true }
        : { value: "public" },
    );
    const asha = await watchAs(world, "asha", "q:turn", "1");
    const bala = await watchAs(world, "bala", "q:turn", "2");
    world.runtime.publishNew();
    await settle();
    expect([valuesOf(asha), valuesOf(bala)]).toEqual([["public"], ["public"]]);

    isPersonal = true;
    world.runtime.publish();
    await settle();
    expect([valuesOf(asha), valuesOf(bala)]).toEqual([["asha"], []]);
    world.runtime.publishNew();
    await settle();
    expect([valuesOf(asha), valuesOf(bala)]).toEqual([[], ["bala"]]);
    expect(world.runtime.subscribed.size).toBe(2);
  });

  test("administrators share nothing with others because they may see more", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:secret", ({ caller }) => ({
      value: caller.isAdmin ? "secret" : "refused",
    }));
    const admin = world.connect();
    admin.say({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "Admin",
      value: adminKey,
    });
    await settle();
    admin.say(modify(0, [add(0, "q:secret")]));
    const stranger = await watchAs(world, null, "q:secret", "2");
    world.runtime.publishNew();
    await settle();
    expect(valuesOf(admin)).toEqual(["secret"]);
    expect(valuesOf(stranger)).toEqual(["refused"]);
  });

  test("a client that reconnects with its journal joins the execution that made it", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:page", () => ({ value: [], journal: "end" }));
    await watchAs(world, null, "q:page", "1");
    world.runtime.publishNew();
    await settle();
    const again = world.connect();
    again.say(modify(0, [{ ...add(0, "q:page"), journal: "end" }]));
    await settle();
    expect(world.runtime.executions).toBe(1);
    expect(again.connection.take()).toMatchObject([
      { modifications: [{ journal: "end" }] },
    ]);
  });

  describe("a page that has changed", () => {
    /**
     * A query for the rows up to the end in the journal, or for two rows
     * without one.
     */
    function makePagedWorld() {
      const world = makeWorld();
      const rows = ["b", "c", "d"];
      world.runtime.queries.set("q:page", (_, journal) => {
        const end = journal ?? rows[1] ?? "";
        return { value: rows.filter((row) => row <= end), journal: end };
      });
      return { world, rows };
    }

    test("keeps its end for its watchers, while newcomers get a new page", async () => {
      const { world, rows } = makePagedWorld();
      const early = await watchAs(world, null, "q:page", "1");
      world.runtime.publishNew();
      await settle();
      rows.unshift("a");
      world.runtime.publish();
      await settle();
      expect(valuesOf(early).at(-1)).toEqual(["a", "b", "c"]);
      const late = await watchAs(world, null, "q:page", "2");
      world.runtime.publishNew();
      await settle();
      expect(valuesOf(late)).toEqual([["a", "b"]]);
      expect(world.runtime.subscribed.size).toBe(2);
    });

    test("is shared as long as a newcomer's page would end in the same place", async () => {
      const { world, rows } = makePagedWorld();
      const early = await watchAs(world, null, "q:page", "1");
      world.runtime.publishNew();
      await settle();
      rows.unshift("a");
      world.runtime.publish();
      rows.shift();
      world.runtime.publish();
      await settle();
      const late = await watchAs(world, null, "q:page", "2");
      world.runtime.publishNew();
      await settle();
      expect(valuesOf(late)).toEqual([["b", "c"]]);
      expect(world.runtime.subscribed.size).toBe(1);

      const before = world.runtime.executions;
      const later = await watchAs(world, null, "q:page", "3");
      expect(valuesOf(later)).toEqual([["b", "c"]]);
      expect(world.runtime.executions).toBe(before);
      rows.push("e");
      rows.unshift("a");
      world.runtime.publish();
      await settle();
      for (const client of [early, late, later]) {
        expect(valuesOf(client).at(-1)).toEqual(["a", "b", "c"]);
      }
    });

    test("is not shared with newcomers of the same identity either", async () => {
      const { world, rows } = makePagedWorld();
      const page = world.runtime.queries.get("q:page");
      world.runtime.queries.set("q:page", (call, journal) => ({
        ...(page?.(call, journal) ?? { value: null }),
        usedIdentity: true,
      }));
      await watchAs(world, "asha", "q:page", "1");
      world.runtime.publishNew();
      rows.unshift("a");
      world.runtime.publish();
      await settle();
      const late = await watchAs(world, "asha", "q:page", "2");
      world.runtime.publishNew();
      await settle();
      expect(valuesOf(late)).toEqual([["a", "b"]]);
    });
  });

  test("sessions that receive the same result share one frame", async () => {
    const world = makeWorld();
    let value = 1;
    world.runtime.queries.set("q:public", () => ({ value }));
    const clients = await Promise.all(
      ["1", "2", "3"].map((id) => watchAs(world, null, "q:public", id)),
    );
    world.runtime.publishNew();
    await settle();
    value = 2;
    world.runtime.publish();
    await settle();
    const frames = clients.map(({ connection }) => connection.frames.at(-1));
    expect(new Set(frames).size).toBe(1);
  });

  test("a query without subscribers stops", async () => {
    const world = makeWorld();
    world.runtime.queries.set("q:public", () => ({ value: 1 }));
    const client = await watchAs(world, null, "q:public", "1");
    world.runtime.publishNew();
    client.session.closed();
    expect(world.runtime.subscribed.size).toBe(0);
    expect(world.liveQueries.size).toBe(0);
  });
});
