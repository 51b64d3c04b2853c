// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserHistory } from "./history";

/** The tab starts with an entry at /start that no router made. */
beforeEach(() => window.history.pushState(null, "", "/start"));
afterEach(() => vi.restoreAllMocks());

const indexOf = () => (window.history.state as { idx: unknown }).idx;

/** Resolves once the browser has taken the step. */
function step(delta: number): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener("popstate", () => resolve(), { once: true });
    window.history.go(delta);
  });
}

test("starts where the tab is", () => {
  window.history.pushState(null, "", "/home?sort=popular#beats");
  expect(browserHistory().location).toEqual({
    pathname: "/home",
    search: "?sort=popular",
    hash: "#beats",
    state: null,
    key: "default",
  });
});

test("opens an address in an entry of its own, with its state", () => {
  const history = browserHistory();
  history.navigate("/login", { state: { from: "/upload" } });
  expect(window.location.pathname).toBe("/login");
  expect(history.location.state).toEqual({ from: "/upload" });
  expect(history.location.key).not.toBe("default");
});

test("leaves nothing of an earlier state to the next page", () => {
  const history = browserHistory();
  history.navigate("/login", { state: { from: "/upload" } });
  history.navigate("/signup");
  expect(history.location.state).toBeNull();
});

test("gives every entry another key, even at the same address", () => {
  const history = browserHistory();
  history.navigate("/home#beats");
  const { key } = history.location;
  history.navigate("/home#beats");
  expect(history.location.key).not.toBe(key);
});

test("finds state and key again after a step back and after a reload", async () => {
  const history = browserHistory();
  history.navigate("/login", { state: { from: "/upload" } });
  const { location } = history;
  history.navigate("/signup");
  await step(-1);
  expect(history.location).toEqual(location);
  expect(browserHistory().location).toEqual(location);
});

test("counts its entries, and a replaced one keeps its number", async () => {
  const history = browserHistory();
  expect(indexOf()).toBe(0);
  history.navigate("/a");
  history.navigate("/b");
  expect(indexOf()).toBe(2);
  history.navigate("/c", { replace: true });
  expect(indexOf()).toBe(2);
  await step(-1);
  expect(window.location.pathname).toBe("/a");
  expect(indexOf()).toBe(1);
  browserHistory();
  expect(indexOf()).toBe(1);
});

test("does not number an entry after one that it did not make", () => {
  const history = browserHistory();
  window.history.pushState(null, "", "#typed");
  history.navigate("/a");
  expect(indexOf()).toBeNull();
});

test.each([
  ["?page=2", "/start?page=2"],
  ["?", "/start"],
  ["/other", "/other"],
  ["/a/../b", "/b"],
  ["/.//evil.example", "//evil.example"],
])("resolves %s as a link does", (to, shown) => {
  window.history.pushState(null, "", "/start?old=1#part");
  browserHistory().navigate(to);
  expect(window.location.href).toBe(window.location.origin + shown);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
])("refuses %j, which leads to another site", (to) => {
  const history = browserHistory();
  const told = vi.fn();
  history.listen(told);
  expect(() => history.navigate(to)).toThrow("not an address of this site");
  expect(window.location.pathname).toBe("/start");
  expect(told).not.toHaveBeenCalled();
});

test("tells its listeners of navigations and steps until they stop", async () => {
  const history = browserHistory();
  const seen: string[] = [];
  const stop = history.listen(() => seen.push(history.location.pathname));
  history.navigate("/a");
  history.navigate("/b", { replace: true });
  await step(-1);
  expect(seen).toEqual(["/a", "/b", "/start"]);
  stop();
  history.navigate("/c");
  await step(-1);
  expect(seen).toHaveLength(3);
});

test.each([[7], ["x"], [[]], [{ idx: "1", key: 2 }]])(
  "starts anew on an entry that holds %j",
  (held) => {
    window.history.replaceState(held, "");
    const { location } = browserHistory();
    expect(location).toMatchObject({ state: null, key: "default" });
    expect(indexOf()).toBe(0);
  },
);

test("loads the page where the browser refuses more entries", () => {
  const history = browserHistory();
  vi.spyOn(window.history, "pushState").mockImplementation(() => {
    throw new DOMException("Too many calls", "SecurityError");
  });
  // The only address that jsdom can load is another part of the same page.
  history.navigate("/start#part");
  expect(window.location.hash).toBe("#part");
});

test("refuses state that the browser cannot keep", () => {
  const history = browserHistory();
  vi.spyOn(window.history, "pushState").mockImplementation(() => {
    throw new DOMException("It could not be cloned.", "DataCloneError");
  });
  const state = { then: () => {} };
  expect(() => history.navigate("/start#part", { state })).toThrow("cloned");
  expect(window.location.hash).toBe("");
});
