import { type ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { action, Clients, mutation, query, watch } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";
import { TestIssuer } from "./support/testIssuer.ts";

let server: ServerProcess;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await TestIssuer.make();
  server = await ServerProcess.withApp({
    variables: { TEST_JWKS: issuer.jwks },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const whoami = query<string | null>("people:whoami");

const tokenOf = (subject: string, lifetimeSeconds?: number) =>
  issuer.tokenOf(subject, lifetimeSeconds);

/**
 * Records whether the server has confirmed the client's identity, each time it
 * changes.
 */
function authStates(client: ConvexClient, fetchToken: () => Promise<string>) {
  const states: boolean[] = [];
  client.setAuth(fetchToken, (isAuthenticated) => states.push(isAuthenticated));
  return states;
}

test("tells queries, mutations and actions who is signed in", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  authStates(client, () => tokenOf("asha"));
  expect(await client.query(whoami, {})).toBe("asha");
  expect(await client.mutation(mutation("people:whoamiInMutation"), {})).toBe(
    "asha",
  );
  expect(await client.action(action("people:whoamiInAction"), {})).toBe("asha");

  const http = new ConvexHttpClient(server.url);
  http.setAuth(await tokenOf("bala"));
  expect(await http.query(whoami, {})).toBe("bala");
});

test("shows each viewer of the same query their own identity", async () => {
  await using clients = new Clients();
  const names = ["asha", "bala", "chitra"];
  const views = names.map((name) => {
    const client = clients.open(server.url);
    authStates(client, () => tokenOf(name));
    return watch(client, whoami, {});
  });
  await expect.poll(() => views.map((view) => view.at(-1))).toEqual(names);
  for (const [i, view] of views.entries()) {
    expect(new Set(view)).toEqual(new Set([names[i]]));
  }
});

test("rejects a bad token over the socket and over HTTP", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  const states = authStates(client, () => Promise.resolve(badToken));
  await expect.poll(() => states).toContain(false);
  expect(states).not.toContain(true);
  const http = new ConvexHttpClient(server.url);
  http.setAuth(badToken);
  await expect(http.query(whoami, {})).rejects.toThrow("InvalidAuthToken");
});

const badToken = `${Buffer.from('{"alg":"ES256"}').toString("base64url")}.${Buffer.from('{"iss":"https://issuer.example","sub":"x","iat":1,"exp":9999999999}').toString("base64url")}.AAAA`;

test("replaces an expired token with a fresh one", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  let fetches = 0;
  const states = authStates(client, () => {
    fetches += 1;
    return fetches === 1 ? tokenOf("asha", -60) : tokenOf("asha");
  });
  await expect.poll(() => states).toContain(true);
  expect(fetches).toBeGreaterThan(1);
  expect(await client.query(whoami, {})).toBe("asha");
});

test("rejects an expired token over HTTP", async () => {
  const http = new ConvexHttpClient(server.url);
  http.setAuth(await tokenOf("asha", -60));
  await expect(http.query(whoami, {})).rejects.toThrow("InvalidAuthToken");
});

test("forgets a client's identity when it signs out", async () => {
  await using clients = new Clients();
  const client = clients.open(server.url);
  authStates(client, () => tokenOf("asha"));
  const seen = watch(client, whoami, {});
  await expect.poll(() => seen.at(-1)).toBe("asha");
  client.client.clearAuth();
  await expect.poll(() => seen.at(-1)).toBeNull();
});

test("lets the admin key call internal functions", async () => {
  const http = new ConvexHttpClient(server.url);
  await expect(http.query(query("people:secret"), {})).rejects.toThrow(
    "Could not find",
  );
  const response = await fetch(`${server.url}/api/function`, {
    method: "POST",
    headers: { authorization: `Convex ${await server.adminKey()}` },
    body: JSON.stringify({ path: "people:secret", args: {} }),
  });
  expect(await response.json()).toMatchObject({ value: "for administrators" });
});
