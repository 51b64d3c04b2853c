// @vitest-environment jsdom
import { act, cleanup, screen } from "@testing-library/react";
import { useLocation, Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import type { ViewerState } from "../../hooks/useViewer";
import { signedInAs } from "../../testing/people";
import { holdPage } from "../../lib/pageHold";
import { signingOut } from "../../lib/signingOut";
import { render } from "../../testing/render";
import { Guard } from "./Guard";

function Place() {
  const location = useLocation();
  return <p>{`${location.pathname} ${JSON.stringify(location.state)}`}</p>;
}

function renderGuarded(at: string, viewer: ViewerState) {
  render(
    <Routes>
      <Route
        path="/beats/:id"
        element={
          <Guard access="protected">
            <p>the beat</p>
          </Guard>
        }
      />
      <Route
        path="/login"
        element={
          <Guard access="guest">
            <p>the login form</p>
            <Place />
          </Guard>
        }
      />
      <Route path="*" element={<Place />} />
    </Routes>,
    { at, viewer },
  );
}

test("shows Loading while the session is unknown", () => {
  renderGuarded("/beats/1", { status: "loading" });
  expect(screen.getByRole("status").textContent).toBe("Loading");
});

test.each([
  ["loading", "its head", "the page"],
  ["failed", "Error fetching user profile", "its head"],
] as const)(
  "shows a page's head only until the session is known (%s)",
  (status, shown, hidden) => {
    render(
      <Guard access="protected" head={<p>its head</p>}>
        <p>the page</p>
      </Guard>,
      { viewer: { status } },
    );
    expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.queryByText(hidden)).toBeNull();
  },
);

test("shows that the account could not be loaded and offers to try again", () => {
  renderGuarded("/beats/1", { status: "failed" });
  expect(screen.getByRole("alert").textContent).toContain(
    "Error fetching user profile",
  );
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByText("the beat")).toBeNull();
});

test("sends a signed-out visitor from a protected page to the login form", () => {
  renderGuarded("/beats/1?play=1", { status: "signedOut" });
  expect(screen.getByText("the login form")).toBeTruthy();
});

test("remembers no page that the viewer signed out on, until the login form is there", () => {
  signingOut.begin();
  renderGuarded("/beats/1", { status: "signedOut" });
  expect(screen.getByText("/login {}")).toBeTruthy();
  cleanup();
  renderGuarded("/beats/1", { status: "signedOut" });
  expect(screen.getByText('/login {"from":"/beats/1"}')).toBeTruthy();
});

test.each(["signedOut", "loading", "failed"] as const)(
  "leaves a page that is held on the screen (%s)",
  (status) => {
    const release = holdPage();
    renderGuarded("/beats/1", { status });
    expect(screen.getByText("the beat")).toBeTruthy();
    act(release);
    expect(screen.queryByText("the beat")).toBeNull();
  },
);

test("sends a confirmed member from the login page to /home", () => {
  renderGuarded("/login", signedInAs("rapper"));
  expect(screen.getByText("/home {}")).toBeTruthy();
});

test("tells /activate why a login led there", () => {
  const person = signedInAs("rapper");
  if (person.status !== "signedIn")
    throw new Error("Expected a signed-in viewer.");
  const viewer = { ...person.viewer, emailConfirmedAt: null };
  renderGuarded("/login", { status: "signedIn", viewer });
  expect(screen.getByText('/activate {"notice":"notConfirmed"}')).toBeTruthy();
});
