import { screen } from "@testing-library/react";
import { Route, Routes, useLocation } from "react-router-dom";
import { expect, it } from "vitest";
import type { ViewerState } from "../hooks/useViewer";
import { signedInAs } from "../testing/people";
import { render } from "../testing/render";
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
          </Guard>
        }
      />
      <Route path="*" element={<Place />} />
    </Routes>,
    { at, viewer },
  );
}

it("says Loading while it is not known who is looking", () => {
  renderGuarded("/beats/1", { status: "loading" });
  expect(screen.getByRole("status").textContent).toBe("Loading");
});

it("says that the account could not be read, and lets one try again", () => {
  renderGuarded("/beats/1", { status: "failed" });
  expect(screen.getByRole("alert").textContent).toContain(
    "Error fetching user profile",
  );
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByText("the beat")).toBeNull();
});

it("shows a stranger the login form in place of a protected page", () => {
  renderGuarded("/beats/1?play=1", { status: "signedOut" });
  expect(screen.getByText("the login form")).toBeTruthy();
});

it("leads somebody confirmed from the login page to /home", () => {
  renderGuarded("/login", signedInAs("rapper"));
  expect(screen.getByText("/home {}")).toBeTruthy();
});

it("says at /activate why the login led there", () => {
  const person = signedInAs("rapper");
  if (person.status !== "signedIn") throw new Error("Nobody is signed in.");
  const viewer = { ...person.viewer, emailConfirmedAt: null };
  renderGuarded("/login", { status: "signedIn", viewer });
  expect(screen.getByText('/activate {"notice":"notConfirmed"}')).toBeTruthy();
});
