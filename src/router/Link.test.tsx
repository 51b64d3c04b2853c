// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Link, type LinkProps } from "./Link";
import { NavLink } from "./NavLink";
import { BrowserRouter, useLocation } from "./Router";

beforeEach(() => window.history.pushState(null, "", "/home?page=2"));

function Where() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{JSON.stringify([pathname + search + hash, state])}</output>;
}

function show(props: Partial<LinkProps> = {}) {
  render(
    <BrowserRouter>
      <Link to="/beats/1#verse-2" {...props}>
        the beat
      </Link>
      <Where />
    </BrowserRouter>,
  );
  return screen.getByRole("link");
}

const where = (): unknown =>
  JSON.parse(screen.getByRole("status").textContent ?? "");

test("is a real link", () => {
  const link = show({ className: "name", title: "Monsoon" });
  expect(link.getAttribute("href")).toBe("/beats/1#verse-2");
  expect(link.className).toBe("name");
  expect(link.title).toBe("Monsoon");
});

test("opens its page with its state", () => {
  fireEvent.click(show({ state: { from: "/home" } }));
  expect(where()).toEqual(["/beats/1#verse-2", { from: "/home" }]);
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])("leaves a click with %j to the browser", (how) => {
  const link = show();
  const click = createEvent.click(link, how);
  fireEvent(link, click);
  expect(click.defaultPrevented).toBe(false);
  expect(where()).toEqual(["/home?page=2", null]);
});

test.each([{ target: "_blank" }, { download: true }, { download: "beat" }])(
  "with %j is left to the browser",
  (props) => {
    const link = show(props);
    const click = createEvent.click(link);
    fireEvent(link, click);
    expect(click.defaultPrevented).toBe(false);
    expect(where()).toEqual(["/home?page=2", null]);
  },
);

test("with the target _self opens its page", () => {
  fireEvent.click(show({ target: "_self" }));
  expect(where()).toEqual(["/beats/1#verse-2", null]);
});

test("can be stopped by its own handler", () => {
  const onClick = vi.fn<NonNullable<LinkProps["onClick"]>>((event) =>
    event.preventDefault(),
  );
  fireEvent.click(show({ onClick }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(where()).toEqual(["/home?page=2", null]);
});

test("adds an entry to the history, but not for the open page", () => {
  const link = show();
  const { length } = window.history;
  fireEvent.click(link);
  fireEvent.click(link);
  expect(window.history.length).toBe(length + 1);
});

test.each([
  ["/home", true],
  ["/HOME", true],
  ["/home#beats", true],
  ["/home?page=3", true],
  ["/ho", false],
  ["/home/more", false],
  ["/", false],
])("on /home, the link to %s is marked as current: %s", (to, isCurrent) => {
  render(
    <BrowserRouter>
      <NavLink to={to}>there</NavLink>
    </BrowserRouter>,
  );
  const current = screen.getByRole("link").getAttribute("aria-current");
  expect(current).toBe(isCurrent ? "page" : null);
});

test("a page is current on the pages below it too", () => {
  window.history.pushState(null, "", "/account/leave");
  render(
    <BrowserRouter>
      <NavLink to="/account">account</NavLink>
    </BrowserRouter>,
  );
  expect(screen.getByRole("link").getAttribute("aria-current")).toBe("page");
});
