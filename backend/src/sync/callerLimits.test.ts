import { describe, expect, test } from "vitest";
import {
  add,
  authenticate,
  committed,
  makeWorld,
  modify,
  mutation,
  settle,
} from "../../test/support/syncWorld.ts";

type World = ReturnType<typeof makeWorld>;
type Client = ReturnType<World["connect"]>;

const large = "x".repeat(60_000);

function worldWithQuery(...limits: Parameters<typeof makeWorld>): World {
  const world = makeWorld(...limits);
  world.runtime.queries.set("q:get", () => ({ value: 1 }));
  return world;
}

/**
 * Returns the modification type or error message that the client received for
 * each query.
 */
async function latestByQuery(world: World, client: Client) {
  await settle();
  world.runtime.publishNew();
  await settle();
  const modifications = client.connection.take().flatMap(
    (message) =>
      (message.modifications ?? []) as {
        queryId: number;
        type: string;
        errorMessage?: string;
      }[],
  );
  return new Map(
    modifications.map(({ queryId, type, errorMessage }) => [
      queryId,
      errorMessage ?? type,
    ]),
  );
}

describe("bytes of live arguments", () => {
  test("a query over a socket's limit fails on its own, with an explanation", async () => {
    const world = worldWithQuery();
    const client = world.connect();
    client.say(
      modify(0, [
        add(0, "q:get", { large }),
        add(1, "q:get", { large, n: 1 }),
        add(2, "q:get", { n: 2 }),
      ]),
    );
    expect(await latestByQuery(world, client)).toEqual(
      new Map([
        [0, "QueryUpdated"],
        [
          1,
          "The queries of a session may have 100000 bytes of arguments at a time.",
        ],
        [2, "QueryUpdated"],
      ]),
    );
    expect(client.connection.closed).toBeNull();
  });

  test("journals count as arguments", async () => {
    const world = worldWithQuery();
    const client = world.connect();
    const journal = "j".repeat(110_000);
    client.say(modify(0, [{ ...add(0, "q:get"), journal }]));
    expect((await latestByQuery(world, client)).get(0)).toMatch(
      /bytes of arguments/,
    );
  });

  test("sockets of one address share a limit, and each address has its own", async () => {
    const held = { perAddress: 100_000, total: 160_000 };
    const world = worldWithQuery({ held });
    const clients = ["a", "a", "a", "b", "c"].map((ip, n) => {
      const client = world.connect({}, ip);
      client.say(modify(0, [add(0, "q:get", { large, n })]));
      return client;
    });
    const answers: (string | undefined)[] = [];
    for (const client of clients) {
      answers.push((await latestByQuery(world, client)).get(0));
    }
    expect(answers).toEqual([
      "QueryUpdated",
      "QueryUpdated",
      "The queries watched from this address have too many bytes of arguments.",
      "QueryUpdated",
      "The server watches as many bytes of arguments as it may. Try again later.",
    ]);
  });

  test("removing a query or leaving frees what it held", async () => {
    const world = worldWithQuery();
    for (let n = 0; n < 50; n += 1) {
      const client = world.connect();
      client.say(modify(0, [add(0, "q:get", { large, n })]));
      client.say(modify(1, [{ type: "Remove", queryId: 0 }]));
      client.say(modify(2, [add(1, "q:get", { large, n: -n })]));
      expect(await latestByQuery(world, client)).toEqual(
        new Map([[1, "QueryUpdated"]]),
      );
      client.session.closed();
    }
    expect(world.admission.anonymous.live.totalBytes).toBe(0);
    expect(world.admission.anonymous.watching.count("192.0.2.1")).toBe(0);
  });
});

describe("different queries of one address", () => {
  test("a classroom watching the same queries is never refused", async () => {
    const world = worldWithQuery({ maxQueriesPerAddress: 3 });
    for (let seat = 0; seat < 60; seat += 1) {
      const client = world.connect();
      client.say(
        modify(
          0,
          [0, 1, 2].map((n) => add(n, "q:get", { n })),
        ),
      );
      expect([...(await latestByQuery(world, client)).values()]).toEqual([
        "QueryUpdated",
        "QueryUpdated",
        "QueryUpdated",
      ]);
    }
  });

  test("a query over the limit of all sockets together fails with an explanation", async () => {
    const world = worldWithQuery({ maxQueriesPerAddress: 3 });
    const addresses = ["2001:db8::1", "2001:db8::2"];
    const answers: string[] = [];
    for (const [i, ip] of addresses.entries()) {
      const client = world.connect({}, ip);
      const queries = [0, 1].map((n) => add(n, "q:get", { n: 2 * i + n }));
      client.say(modify(0, queries));
      answers.push(...(await latestByQuery(world, client)).values());
    }
    expect(answers).toEqual([
      "QueryUpdated",
      "QueryUpdated",
      "QueryUpdated",
      "An address may watch 3 different queries at a time.",
    ]);
    const elsewhere = world.connect({}, "2001:db8:0:1::1");
    elsewhere.say(modify(0, [add(0, "q:get", { n: 9 })]));
    expect((await latestByQuery(world, elsewhere)).get(0)).toBe("QueryUpdated");
  });

  test("an account has a limit of its own, in all its sessions, and takes none from others", async () => {
    const world = worldWithQuery({}, { maxQueriesPerAccount: 3 });
    const watch = async (token: string, ns: number[], ip: string) => {
      const client = world.connect({}, ip);
      client.say(authenticate(0, token));
      await settle();
      client.say(
        modify(
          0,
          ns.map((n) => add(n, "q:get", { n })),
        ),
      );
      return [...(await latestByQuery(world, client)).values()];
    };
    const updated = "QueryUpdated";
    expect(await watch("asha|phone", [0, 1], "192.0.2.1")).toEqual([
      updated,
      updated,
    ]);
    expect(await watch("asha|laptop", [1, 2, 3], "192.0.2.2")).toEqual([
      updated,
      updated,
      "An account may watch 3 different queries at a time.",
    ]);
    expect(await watch("ravi|phone", [4, 5, 6], "192.0.2.1")).toEqual([
      updated,
      updated,
      updated,
    ]);
  });

  test("a token of another account has that account's limit", async () => {
    const world = worldWithQuery({}, { maxQueriesPerAccount: 2 });
    const client = world.connect();
    client.say(authenticate(0, "asha|phone"));
    await settle();
    client.say(
      modify(0, [add(0, "q:get", { n: 0 }), add(1, "q:get", { n: 1 })]),
    );
    await latestByQuery(world, client);
    client.say(authenticate(1, "ravi|phone"));
    await settle();
    const { watchingAccounts } = world.admission.identified;
    const issuer = "https://issuer.example";
    expect(watchingAccounts.count(`${issuer} asha`)).toBe(0);
    expect(watchingAccounts.count(`${issuer} ravi`)).toBe(2);
    client.session.closed();
    expect(watchingAccounts.count(`${issuer} ravi`)).toBe(0);
  });

  test("a socket too many of an account is closed", async () => {
    const world = worldWithQuery();
    const client = world.connect();
    client.connection.isAccountFull = true;
    client.say(authenticate(0, "asha|phone"));
    await settle();
    expect(client.connection.account).toBe("https://issuer.example asha");
    expect(client.connection.closed).toEqual({
      code: 1013,
      reason: "TooManySockets",
    });
  });

  test("a token raises the limit, and queries over the lower limit fail after signing out", async () => {
    const world = worldWithQuery(
      { maxQueriesPerAddress: 1 },
      { maxQueriesPerAddress: 3 },
    );
    const client = world.connect();
    client.say(authenticate(0, "asha"));
    await settle();
    client.say(
      modify(
        0,
        [0, 1, 2].map((n) => add(n, "q:get", { n })),
      ),
    );
    expect([...(await latestByQuery(world, client)).values()]).toEqual([
      "QueryUpdated",
      "QueryUpdated",
      "QueryUpdated",
    ]);
    // Renews the token of the same caller.
    client.say(authenticate(1, "asha"));
    expect([...(await latestByQuery(world, client)).values()]).toEqual([]);
    client.say({ type: "Authenticate", baseVersion: 2, tokenType: "None" });
    expect([...(await latestByQuery(world, client)).values()].sort()).toEqual([
      "An address may watch 1 different queries at a time.",
      "An address may watch 1 different queries at a time.",
    ]);
    expect(client.connection.closed).toBeNull();
  });
});

describe("pending requests", () => {
  test("a socket is not read while too much is pending for its address", async () => {
    const held = { perAddress: 70_000, total: 1_000_000 };
    const world = makeWorld({ held, maxPendingBytes: 200_000 });
    const answers: (() => void)[] = [];
    world.runtime.mutate = () =>
      new Promise((resolve) => {
        answers.push(() => resolve(committed("1", "101")));
      });
    const open = (name: string, ip = "a") =>
      world.connect({ sessionId: name.repeat(16) }, ip);
    const [first, second, small, other] = [
      open("1"),
      open("2"),
      open("3"),
      open("4", "b"),
    ];
    const request = (n: number) => ({ ...mutation(n), args: [{ large }] });
    first.say(request(0));
    second.say(request(0));
    small.say(mutation(0));
    other.say(request(0));
    expect(first.connection.isReading).toBe(true);
    expect(second.connection.isReading).toBe(false);
    expect(small.connection.isReading).toBe(true);
    expect(other.connection.isReading).toBe(true);
    await settle();
    answers[0]?.();
    await settle();
    expect(second.connection.isReading).toBe(true);
    for (const answer of answers) answer();
    await settle();
    expect(world.admission.anonymous.pending.totalBytes).toBe(0);
  });

  test("requests of a client that has left count until they finish", async () => {
    const world = makeWorld();
    let answer: () => void = () => undefined;
    world.runtime.mutate = () =>
      new Promise((resolve) => {
        answer = () => resolve(committed("1", "101"));
      });
    const client = world.connect();
    client.say({ ...mutation(0), args: [{ large }] });
    await settle();
    client.session.closed();
    expect(world.admission.anonymous.pending.totalBytes).toBeGreaterThan(0);
    answer();
    await settle();
    expect(world.admission.anonymous.pending.totalBytes).toBe(0);
  });

  test("new queries count as pending until the runtime has received them", async () => {
    const world = worldWithQuery({ maxPendingRequests: 100 });
    const taken = Promise.withResolvers<void>();
    world.runtime.taken = taken.promise;
    const client = world.connect();
    client.say(modify(0, [add(0, "q:get", { large })]));
    await settle();
    client.say(modify(1, [{ type: "Remove", queryId: 0 }]));
    await settle();
    expect(world.admission.anonymous.live.totalBytes).toBe(0);
    expect(client.connection.isReading).toBe(false);
    taken.resolve();
    await settle();
    expect(client.connection.isReading).toBe(true);
    expect(world.admission.anonymous.pending.totalBytes).toBe(0);
  });

  test("refused messages leave nothing pending", async () => {
    const world = makeWorld();
    for (const message of [
      modify(7, []),
      authenticate(7, large),
      authenticate(7, "asha"),
      { type: "Connect", sessionId: "0".repeat(16), large },
      modify(0, [{ type: "Remove", queryId: 5 }]),
    ]) {
      const client = world.connect();
      client.say(message);
      await settle();
      expect(client.connection.closed).not.toBeNull();
      client.session.closed();
    }
    expect(world.admission.anonymous.pending.totalBytes).toBe(0);
  });

  test("nothing is read while a token is being checked", async () => {
    const world = makeWorld();
    const open = world.tokens.hold();
    const client = world.connect();
    client.say(authenticate(0, "asha"));
    await settle();
    expect(client.connection.isReading).toBe(false);
    open();
    await settle();
    expect(client.connection.isReading).toBe(true);
    expect(client.session.bounds).toBe(world.admission.identified);
  });

  test("an oversized token is refused", () => {
    const client = makeWorld().connect();
    client.say(authenticate(0, "x".repeat(20_000)));
    expect(client.connection.closed).toEqual({
      code: 1008,
      reason: "The token is too long.",
    });
  });
});

test.each(["Mutation", "Action"])(
  "a call whose arguments are too large is refused with an explanation: %s",
  async (type) => {
    const world = makeWorld({ maxArgumentBytes: 1_000 });
    const client = world.connect();
    client.say({ ...mutation(3), type, args: [{ large }] });
    await settle();
    expect(client.connection.take()).toMatchObject([
      {
        type: `${type}Response`,
        requestId: 3,
        success: false,
        result: "A call of this caller may have 1000 bytes of arguments.",
      },
    ]);
    expect(client.connection.closed).toBeNull();
    expect(world.admission.anonymous.pending.totalBytes).toBe(0);
  },
);
