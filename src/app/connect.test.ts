// @vitest-environment jsdom
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SIGNED_OUT } from "../lib/signedOut";
import { connect } from "./connect";

const viewer = makeFunctionReference<"query">("viewer:get");

/** A connection that opens when a test says so, and records what is sent. */
class Line extends EventTarget {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readonly sent: { type: string; tokenType?: string }[] = [];
  readyState = 0;

  constructor() {
    super();
    Line.all.push(this);
  }

  set onopen(listener: (event: Event) => void) {
    this.addEventListener("open", listener);
  }

  open(): void {
    this.readyState = Line.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  send(message: string): void {
    this.sent.push(JSON.parse(message) as Line["sent"][number]);
  }

  close(): void {
    this.readyState = 3;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  localStorage.setItem("__convexAuthJWT_somewhere", "token");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/**
 * Runs a query in a browser with a session, on a connection that opens long before the token
 * arrives.
 */
async function askEarly() {
  const client = connect();
  client.watchQuery(viewer, {}).onUpdate(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const [line] = Line.all;
  if (line === undefined) throw new Error("nothing opened a line");
  line.open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(line.sent).toEqual([]);
  return { client, line };
}

test("with a session, nothing is asked without it, however late the code sets it", async () => {
  const { client, line } = await askEarly();
  client.setAuth(
    () => Promise.resolve("token"),
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  const types = line.sent.map(({ type }) => type);
  expect(types).toContain("ModifyQuerySet");
  expect(types.indexOf("Authenticate")).toBeGreaterThanOrEqual(0);
  expect(types.indexOf("Authenticate")).toBeLessThan(
    types.indexOf("ModifyQuerySet"),
  );
});

test("nothing waits for a session that ended while the code came", async () => {
  const { line } = await askEarly();
  window.dispatchEvent(new Event(SIGNED_OUT));
  await vi.advanceTimersByTimeAsync(0);
  expect(line.sent.map(({ type }) => type)).toContain("ModifyQuerySet");
});
