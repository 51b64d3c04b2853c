import { afterEach, describe, expect, test, vi } from "vitest";
import type { MutationOutcome } from "../functions/contract.ts";
import { encodeTs } from "./protocol.ts";
import {
  add,
  adminKey,
  authenticate,
  makeWorld,
  modify,
  settle,
} from "./test.setup.ts";

afterEach(() => vi.useRealTimers());

function version(querySet: number, identity: number, ts: number) {
  return { querySet, identity, ts: encodeTs(BigInt(ts)) };
}

function committed(valueJson: string, ts: string): MutationOutcome {
  return { ok: true, valueJson, logLines: [], ts };
}

function mutation(requestId: number, udfPath = "m:write") {
  return { type: "Mutation", requestId, udfPath, args: [{}] };
}

describe("query set", () => {
  test("an empty query set is answered with a Transition", async () => {
    const { connection, say } = makeWorld().connect();
    say(modify(0, []));
    await settle();
    expect(connection.take()).toEqual([
      {
        type: "Transition",
        startVersion: version(0, 0, 0),
        endVersion: version(1, 0, 100),
        modifications: [],
      },
    ]);
  });

  test("a query is reported with its result, once, and again when it changes", async () => {
    const { runtime, connect } = makeWorld();
    let value = 1;
    runtime.queries.set("q:get", () => ({ value }));
    const { connection, say } = connect();
    say(modify(0, [add(7, "q:get")]));
    runtime.publishNew();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        endVersion: version(1, 0, 100),
        modifications: [
          { type: "QueryUpdated", queryId: 7, value: 1, journal: null },
        ],
      },
    ]);

    runtime.publish();
    await settle();
    expect(connection.take()).toEqual([]);

    value = 2;
    runtime.publish();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        startVersion: version(1, 0, 100),
        endVersion: version(1, 0, 102),
        modifications: [{ queryId: 7, value: 2 }],
      },
    ]);
  });

  test("a failing query is reported without errorData and stays live", async () => {
    const { runtime, connect } = makeWorld();
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:late")]));
    runtime.publishNew();
    await settle();
    const [failed] = connection.take();
    expect(failed).toMatchObject({
      modifications: [{ type: "QueryFailed", queryId: 0 }],
    });
    expect(JSON.stringify(failed)).not.toContain("errorData");

    runtime.queries.set("q:late", () => ({ value: "now" }));
    runtime.publish();
    await settle();
    expect(connection.take()).toMatchObject([
      { modifications: [{ type: "QueryUpdated", value: "now" }] },
    ]);
  });

  test("a slow new query does not hold back the ones already shown", async () => {
    const { runtime, connect } = makeWorld();
    let value = 1;
    runtime.queries.set("q:fast", () => ({ value }));
    runtime.queries.set("q:slow", () => ({ value: "slow" }));
    runtime.stuck.add("q:slow");
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:fast")]));
    runtime.publishNew();
    await settle();
    connection.take();

    say(modify(1, [add(1, "q:slow")]));
    value = 2;
    runtime.publish();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        endVersion: version(1, 0, 101),
        modifications: [{ queryId: 0, value: 2 }],
      },
    ]);

    runtime.stuck.clear();
    runtime.publishNew();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        startVersion: version(1, 0, 101),
        endVersion: version(2, 0, 101),
        modifications: [{ queryId: 1, value: "slow" }],
      },
    ]);
  });

  test("a removed query is reported as removed and no longer runs", async () => {
    const { runtime, connect } = makeWorld();
    runtime.queries.set("q:get", () => ({ value: 1 }));
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:get")]));
    runtime.publishNew();
    await settle();
    connection.take();
    say(modify(1, [{ type: "Remove", queryId: 0 }]));
    await settle();
    expect(connection.take()).toMatchObject([
      {
        endVersion: { querySet: 2 },
        modifications: [{ type: "QueryRemoved", queryId: 0 }],
      },
    ]);
    expect(runtime.subscribed.size).toBe(0);
  });

  test("a query beyond the bound fails alone", async () => {
    const { runtime, connect } = makeWorld({ maxQueries: 1 });
    runtime.queries.set("q:get", () => ({ value: 1 }));
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:get"), add(1, "q:get", { n: 2 })]));
    runtime.publishNew();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        modifications: [
          { type: "QueryUpdated", queryId: 0 },
          { type: "QueryFailed", queryId: 1 },
        ],
      },
    ]);
    expect(runtime.subscribed.size).toBe(1);
  });

  test("a client that goes on adding refused queries is disconnected", () => {
    const { connection, say } = makeWorld({ maxQueries: 1 }).connect();
    say(modify(0, [add(0, "q:a"), add(1, "q:b")]));
    expect(connection.closed).toBeNull();
    say(modify(1, [add(2, "q:c")]));
    expect(connection.closed?.code).toBe(1008);
  });

  test("a wrong base version closes with 1011 so that the client starts anew", () => {
    const { connection, say } = makeWorld().connect();
    say(modify(3, []));
    expect(connection.closed).toEqual({
      code: 1011,
      reason: "InternalServerError",
    });
  });

  test("several commits before a pass are told as one Transition", async () => {
    const { runtime, connect } = makeWorld();
    let value = 1;
    runtime.queries.set("q:get", () => ({ value }));
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:get")]));
    runtime.publishNew();
    await settle();
    connection.take();
    for (value = 2; value < 6; value += 1) runtime.publish();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        startVersion: version(1, 0, 100),
        endVersion: version(1, 0, 104),
        modifications: [{ value: 5 }],
      },
    ]);
  });
});

describe("mutations", () => {
  test("run one at a time in order of arrival, and every answer is followed by a Transition", async () => {
    const { runtime, connect } = makeWorld();
    const order: string[] = [];
    runtime.mutate = async ({ path }) => {
      order.push(`begin ${path}`);
      await settle();
      order.push(`end ${path}`);
      return committed("null", "100");
    };
    const { connection, say } = connect();
    say(mutation(0, "m:a"));
    say(mutation(1, "m:b"));
    for (let i = 0; i < 4; i += 1) await settle();
    expect(order).toEqual(["begin m:a", "end m:a", "begin m:b", "end m:b"]);
    expect(connection.take().map(({ type }) => type)).toEqual([
      "MutationResponse",
      "Transition",
      "MutationResponse",
      "Transition",
    ]);
  });

  test("the Transition waits for the publication that covers the mutation", async () => {
    const { runtime, connect } = makeWorld();
    runtime.mutate = () => Promise.resolve(committed('"done"', "101"));
    const { connection, say } = connect();
    say(mutation(4));
    await settle();
    expect(connection.take()).toEqual([
      {
        type: "MutationResponse",
        requestId: 4,
        success: true,
        ts: encodeTs(101n),
        result: "done",
        logLines: [],
      },
    ]);
    runtime.publish();
    await settle();
    const [transition] = connection.take();
    expect(transition).toMatchObject({
      type: "Transition",
      endVersion: version(0, 0, 101),
      modifications: [],
    });
    runtime.publish();
    await settle();
    expect(connection.take()).toEqual([]);
  });

  test("a failed mutation is answered without a timestamp", async () => {
    const { runtime, connect } = makeWorld();
    runtime.mutate = () =>
      Promise.resolve({
        ok: false,
        errorMessage: "no",
        errorData: { code: 1 },
        logLines: [],
        ts: "0",
      });
    const { connection, say } = connect();
    say(mutation(0));
    await settle();
    expect(connection.take()).toEqual([
      {
        type: "MutationResponse",
        requestId: 0,
        success: false,
        result: "no",
        errorData: { code: 1 },
        logLines: [],
      },
    ]);
  });

  test("an unknown outcome is not reported as a failure: the connection ends", async () => {
    const { runtime, connect, logged } = makeWorld();
    runtime.mutate = () => Promise.reject(new Error("executor is gone"));
    const { connection, say } = connect();
    say(mutation(0));
    await settle();
    expect(connection.take()).toEqual([]);
    expect(connection.closed?.code).toBe(1011);
    expect(logged.join()).toContain("executor is gone");
  });

  test("a mutation sent again on a new connection waits for the one still running", async () => {
    const { runtime, connect } = makeWorld();
    let running = 0;
    let atOnce = 0;
    runtime.mutate = async () => {
      running += 1;
      atOnce = Math.max(atOnce, running);
      await settle();
      running -= 1;
      return committed("1", "100");
    };
    const first = connect();
    first.say(mutation(0));
    first.session.closed();
    const second = connect();
    second.say(mutation(0));
    for (let i = 0; i < 4; i += 1) await settle();
    expect(atOnce).toBe(1);
    expect(first.connection.take()).toEqual([]);
    expect(second.connection.take().map(({ type }) => type)).toEqual([
      "MutationResponse",
      "Transition",
    ]);
  });
});

describe("identity", () => {
  test("requests after Authenticate wait for the verification and run as the user", async () => {
    const { runtime, tokens, connect } = makeWorld();
    const open = tokens.hold();
    const seen: (string | undefined)[] = [];
    runtime.mutate = ({ caller }) => {
      seen.push(caller.identity?.subject);
      return Promise.resolve(committed("1", "100"));
    };
    runtime.act = ({ caller }) => {
      seen.push(caller.identity?.subject);
      return Promise.resolve({ ok: true, valueJson: "2", logLines: [] });
    };
    const { say } = connect();
    say(authenticate(0, "asha"));
    say(mutation(0));
    say({ ...mutation(1), type: "Action" });
    await settle();
    expect(seen).toEqual([]);
    open();
    await settle();
    expect(seen.sort()).toEqual(["asha", "asha"]);
  });

  test("a refused token is an AuthError and changes nothing", async () => {
    const { connection, say } = makeWorld().connect();
    say(authenticate(0, "bad"));
    await settle();
    expect(connection.take()).toEqual([
      {
        type: "AuthError",
        error: "The token is bad.",
        baseVersion: 0,
        authUpdateAttempted: true,
      },
    ]);
    say(authenticate(0, "asha"));
    await settle();
    expect(connection.take()).toMatchObject([
      { type: "Transition", endVersion: { identity: 1 } },
    ]);
  });

  test("a wrong identity version closes with 1011", async () => {
    const { connection, say } = makeWorld().connect();
    say(authenticate(5, "asha"));
    await settle();
    expect(connection.closed?.code).toBe(1011);
  });

  test("the identity changes together with the results that depend on it", async () => {
    const { runtime, connect } = makeWorld();
    runtime.queries.set("q:me", ({ caller }) => ({
      value: caller.identity?.subject ?? null,
      usedIdentity: true,
    }));
    const { connection, say } = connect();
    say(modify(0, [add(0, "q:me")]));
    runtime.publishNew();
    await settle();
    connection.take();
    say(authenticate(0, "asha"));
    await settle();
    expect(connection.take()).toEqual([]);
    runtime.publishNew();
    await settle();
    expect(connection.take()).toMatchObject([
      {
        startVersion: version(1, 0, 100),
        endVersion: version(1, 1, 100),
        modifications: [{ queryId: 0, value: "asha" }],
      },
    ]);
  });

  test("the admin key opens internal functions, a wrong one nothing", async () => {
    const { runtime, connect } = makeWorld();
    const admins: boolean[] = [];
    runtime.mutate = ({ caller }) => {
      admins.push(caller.isAdmin);
      return Promise.resolve(committed("1", "100"));
    };
    const { connection, say } = connect();
    const admin = { type: "Authenticate", tokenType: "Admin", baseVersion: 0 };
    say({ ...admin, value: `${adminKey}x` });
    await settle();
    expect(connection.take()).toMatchObject([{ type: "AuthError" }]);
    say({ ...admin, value: adminKey });
    say(mutation(0));
    await settle();
    expect(admins).toEqual([true]);
  });

  test("an expired token stops the session until it is renewed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { runtime, tokens, connect } = makeWorld();
    const subjects: (string | undefined)[] = [];
    runtime.mutate = ({ caller }) => {
      subjects.push(caller.identity?.subject);
      return Promise.resolve(committed("1", "100"));
    };
    tokens.expiresAt = Date.now() + 5_000;
    const { connection, say } = connect();
    say(authenticate(0, "asha"));
    await settle();
    connection.take();

    vi.advanceTimersByTime(5_000);
    expect(connection.take()).toEqual([
      {
        type: "AuthError",
        error: "The token has expired.",
        baseVersion: 1,
        authUpdateAttempted: false,
      },
    ]);
    say(mutation(0));
    runtime.publish();
    await settle();
    expect(subjects).toEqual([]);
    expect(connection.take()).toEqual([]);

    tokens.expiresAt = Date.now() + 60_000;
    say(authenticate(1, "asha"));
    await settle();
    expect(subjects).toEqual(["asha"]);
    expect(connection.closed).toBeNull();
  });

  test("whoever does not renew an expired token is disconnected", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { tokens, connect } = makeWorld({ expiredGraceMs: 500 });
    tokens.expiresAt = Date.now() + 5_000;
    const { connection, say } = connect();
    say(authenticate(0, "asha"));
    await settle();
    vi.advanceTimersByTime(5_500);
    expect(connection.closed?.reason).toBe("TokenExpired");
  });
});

describe("bounds", () => {
  test("a slow reader gets only the newest state, when it has caught up", async () => {
    const { runtime, connect } = makeWorld();
    let value = 1;
    runtime.queries.set("q:get", () => ({ value }));
    const { connection, session, say } = connect();
    say(modify(0, [add(0, "q:get")]));
    runtime.publishNew();
    await settle();
    connection.take();

    connection.bufferedBytes = 2_000;
    for (value = 2; value < 9; value += 1) {
      runtime.publish();
      await settle();
    }
    expect(connection.take()).toEqual([]);
    connection.bufferedBytes = 0;
    session.drained();
    await settle();
    expect(connection.take()).toMatchObject([
      { modifications: [{ queryId: 0, value: 8 }] },
    ]);
  });

  test("beyond the hard bound the reader is disconnected with 1013", async () => {
    const { runtime, connect } = makeWorld();
    runtime.act = () =>
      Promise.resolve({ ok: true, valueJson: "1", logLines: [] });
    const { connection, say } = connect();
    connection.bufferedBytes = 20_000;
    say({ ...mutation(0), type: "Action" });
    await settle();
    expect(connection.closed).toEqual({ code: 1013, reason: "SlowReader" });
  });

  test("the socket is not read while too many requests wait", async () => {
    const { runtime, connect } = makeWorld({ maxPendingRequests: 2 });
    const finish: (() => void)[] = [];
    runtime.act = () =>
      new Promise((resolve) =>
        finish.push(() => resolve({ ok: true, valueJson: "1", logLines: [] })),
      );
    const { connection, say } = connect();
    for (let i = 0; i < 3; i += 1) say({ ...mutation(i), type: "Action" });
    expect(connection.isReading).toBe(false);
    for (const answer of finish) answer();
    await settle();
    expect(connection.isReading).toBe(true);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no type", "{}"],
    ["an unknown type", '{"type":"Hack"}'],
    ["a second Connect", '{"type":"Connect","sessionId":"0123456789abcdef"}'],
    ["a prototype", '{"type":"__proto__"}'],
    [
      "a negative version",
      '{"type":"ModifyQuerySet","baseVersion":-1,"newVersion":0,"modifications":[]}',
    ],
    [
      "arguments that are no object",
      '{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[3]}',
    ],
    [
      "removal of a query that is not there",
      '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Remove","queryId":1}]}',
    ],
  ])("%s closes the connection with 1008", (_, text) => {
    const { connection, session } = makeWorld().connect();
    session.receive(text);
    expect(connection.closed?.code).toBe(1008);
  });

  test("timestamps do not fall for a client that has seen a later one", async () => {
    const { connection, say } = makeWorld().connect({
      maxObservedTimestamp: encodeTs(500n),
    });
    say(modify(0, []));
    await settle();
    expect(connection.take()).toMatchObject([
      { endVersion: version(1, 0, 500) },
    ]);
  });

  test("who asks after an answer to anybody is shown nothing of before", async () => {
    const { runtime, connect } = makeWorld();
    let value = "before";
    runtime.queries.set("q:shared", () => ({ value }));
    const early = connect();
    early.say(modify(0, [add(0, "q:shared")]));
    runtime.publishNew();
    await settle();

    value = "after";
    runtime.answeredTs = 101n;
    const late = connect({ maxObservedTimestamp: encodeTs(101n) });
    late.say(modify(0, [add(0, "q:shared")]));
    await settle();
    expect(late.connection.take()).toEqual([]);

    runtime.publish();
    await settle();
    expect(late.connection.take()).toMatchObject([
      { endVersion: version(1, 0, 101), modifications: [{ value: "after" }] },
    ]);
  });
});
