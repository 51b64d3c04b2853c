// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, lazy, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { Link } from "./Link";
import { Navigate } from "./Navigate";
import { BrowserRouter, useLocation } from "./Router";
import { Outlet, Route, Routes, useParams } from "./Routes";

beforeEach(() => window.history.pushState(null, "", "/"));

function Frame() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button onClick={() => setCount(count + 1)}>count: {count}</button>
      <Link to="/beats/a%20b">beat</Link>
      <Link to="/old">old</Link>
      <Outlet />
    </>
  );
}

function Beat() {
  const { beatId = "none" } = useParams();
  return <p>beat {beatId}</p>;
}

function Home() {
  return <p>at home {useLocation().search}</p>;
}

function show(at: string) {
  window.history.pushState(null, "", at);
  return render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<p>landing</p>} />
        <Route element={<Frame />}>
          {[
            <Route key="home" path="/home" element={<Home />} />,
            <Route key="beat" path="/beats/:beatId" element={<Beat />} />,
          ]}
          <Route path="/old" element={<Navigate to="/home?old" replace />} />
        </Route>
        <Route path="*" element={<Navigate to="/" replace state="lost" />} />
      </Routes>
    </BrowserRouter>,
  );
}

test("shows the page of an address, within its frame", () => {
  show("/home");
  expect(screen.getByText("at home")).toBeTruthy();
  expect(screen.getByRole("button")).toBeTruthy();
});

test("shows a page outside of the frame without it", () => {
  show("/");
  expect(screen.getByText("landing")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("tells the page the named parts of its address", async () => {
  show("/home");
  await userEvent.click(screen.getByText("beat"));
  expect(screen.getByText("beat a b")).toBeTruthy();
});

test("keeps the frame while the pages in it change", async () => {
  show("/home");
  await userEvent.click(screen.getByRole("button"));
  await userEvent.click(screen.getByText("beat"));
  expect(screen.getByText("count: 1")).toBeTruthy();
});

test("shows the earlier page after a step back", async () => {
  show("/home");
  await userEvent.click(screen.getByText("beat"));
  act(() => window.history.back());
  expect(await screen.findByText("at home")).toBeTruthy();
});

test("follows a redirect, which replaces the entry", async () => {
  show("/beats/1");
  const { length } = window.history;
  await userEvent.click(screen.getByText("old"));
  expect(screen.getByText("at home ?old")).toBeTruthy();
  expect(window.history.length).toBe(length + 1);
});

test("sends unknown addresses where the last route says, with its state", () => {
  show("/unknown");
  expect(screen.getByText("landing")).toBeTruthy();
  expect(window.history.state).toMatchObject({ usr: "lost" });
});

test("shows nothing at an address without a route", () => {
  window.history.pushState(null, "", "/b");
  const { container } = render(
    <BrowserRouter>
      <Routes>
        <Route path="/a" element={<p>a</p>} />
      </Routes>
    </BrowserRouter>,
  );
  expect(container.textContent).toBe("");
});

test("the first route that matches is shown", () => {
  window.history.pushState(null, "", "/a");
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/a" element={<p>first</p>} />
        <Route path="/:any" element={<p>second</p>} />
      </Routes>
    </BrowserRouter>,
  );
  expect(screen.getByText("first")).toBeTruthy();
});

test("the present page stays on the screen until the next one is there", async () => {
  let arrive = (_page: { default: () => string }) => {};
  const Slow = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => (arrive = resolve)),
  );
  window.history.pushState(null, "", "/a");
  render(
    <BrowserRouter>
      <Suspense fallback="waiting">
        <Routes>
          <Route path="/a" element={<Link to="/slow">go</Link>} />
          <Route path="/slow" element={<Slow />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByText("go"));
  expect(window.location.pathname).toBe("/slow");
  expect(screen.getByText("go")).toBeTruthy();
  await act(async () => arrive({ default: () => "the slow page" }));
  expect(screen.getByText("the slow page")).toBeTruthy();
});

test("a redirect to another site shows an error instead", () => {
  expect(() =>
    render(
      <BrowserRouter>
        <Navigate to={"/\t/evil.example"} />
      </BrowserRouter>,
    ),
  ).toThrow("not an address of this site");
});

test("without a router, a page says what it lacks", () => {
  expect(() => render(<Home />)).toThrow("needs a Router above");
});
