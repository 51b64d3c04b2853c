// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { BrowserRouter } from "./Router";
import { useSearchParams } from "./useSearchParams";

beforeEach(() => window.history.pushState({}, "", "/home?tab=verses#beats"));

const use = () =>
  renderHook(useSearchParams, { wrapper: BrowserRouter }).result;

const address = () => window.location.href.replace(window.location.origin, "");

test("reads the query of the address", () => {
  expect(use().current[0].get("tab")).toBe("verses");
});

test("opens the page with another query, in an entry of its own", () => {
  const params = use();
  const { length } = window.history;
  act(() => params.current[1](new URLSearchParams({ page: "2" })));
  expect(params.current[0].get("page")).toBe("2");
  expect(address()).toBe("/home?page=2");
  expect(window.history.length).toBe(length + 1);
});

test("drops the question mark of an empty query", () => {
  const params = use();
  act(() => params.current[1](new URLSearchParams()));
  expect(address()).toBe("/home");
});

test("replaces the entry if asked to", () => {
  const params = use();
  const { length } = window.history;
  act(() => params.current[1](new URLSearchParams("a=1"), { replace: true }));
  expect(window.history.length).toBe(length);
});

test("two changes in a row are both kept", () => {
  const params = use();
  const add = (name: string) => (present: URLSearchParams) => {
    present.set(name, "1");
    return present;
  };
  act(() => {
    params.current[1](add("a"), { replace: true });
    params.current[1](add("b"), { replace: true });
  });
  expect(address()).toBe("/home?tab=verses&a=1&b=1");
});

test("its parts change only with the query", () => {
  const params = use();
  const [before, setParams] = params.current;
  act(() => setParams(new URLSearchParams("tab=verses")));
  expect(params.current[0]).toBe(before);
  act(() => setParams(new URLSearchParams("tab=beats")));
  expect(params.current[0]).not.toBe(before);
  expect(params.current[1]).toBe(setParams);
});
