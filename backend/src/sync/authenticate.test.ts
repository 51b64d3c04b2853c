import { afterEach, expect, test, vi } from "vitest";
import {
  add,
  adminKey,
  authenticate,
  committed,
  makeWorld,
  modify,
  mutation,
  settle,
  version,
} from "../../test/support/syncWorld.ts";

afterEach(() => vi.useRealTimers());

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

test("answers a refused token with an AuthError and changes nothing", async () => {
  const { connection, say } = makeWorld().connect();
  say(modify(0, []));
  await settle();
  connection.take();
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

test("an identity is shown together with the first query set", async () => {
  const { runtime, connect } = makeWorld();
  runtime.queries.set("q:me", () => ({ value: 1 }));
  const { connection, say } = connect();
  say(authenticate(0, "asha"));
  await settle();
  expect(connection.take()).toEqual([]);
  say(modify(0, [add(0, "q:me")]));
  runtime.publishNew();
  await settle();
  expect(connection.take()).toMatchObject([
    { endVersion: version(1, 1, 100), modifications: [{ value: 1 }] },
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

test("only the right admin key gives access to internal functions", async () => {
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

test("an expired token pauses the session until a fresh one arrives", async () => {
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

test("disconnects a client that does not renew its expired token", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { tokens, connect } = makeWorld();
  tokens.expiresAt = Date.now() + 5_000;
  const { connection, say } = connect();
  say(authenticate(0, "asha"));
  await settle();
  vi.advanceTimersByTime(6_000);
  expect(connection.closed?.reason).toBe("TokenExpired");
});

test("a caller who stays the same keeps the queries as they are", async () => {
  const { runtime, liveQueries, connect } = makeWorld();
  const { connection, say } = connect();
  say(authenticate(0, "asha"));
  say(modify(0, [add(0, "q:list")]));
  await settle();
  runtime.publishNew();
  await settle();
  connection.take();
  const subscribe = vi.spyOn(liveQueries, "subscribe");
  say(authenticate(1, "asha"));
  await settle();
  expect(subscribe).not.toHaveBeenCalled();
  expect(connection.take()).toMatchObject([
    { type: "Transition", endVersion: { identity: 2 }, modifications: [] },
  ]);
});

test("whoever becomes someone else waits for a turn of their address", async () => {
  const { identityTurns, connect } = makeWorld();
  const turn = vi.spyOn(identityTurns, "turn");
  const { connection, say } = connect({}, "192.0.2.7");
  say(modify(0, []));
  for (const [n, name] of ["asha", "ravi", "ravi", "asha"].entries())
    say(authenticate(n, name));
  await expect
    .poll(() => connection.take().at(-1))
    .toMatchObject({ endVersion: { identity: 4 } });
  const address = "192.0.2.7";
  expect(turn.mock.calls).toEqual([[address], [address], [address]]);
});
