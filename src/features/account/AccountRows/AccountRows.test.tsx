// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { render } from "../../../testing/render";
import { AccountSection } from "../AccountSection/AccountSection";
import { AccountRows } from "./AccountRows";

const Page = () => (
  <AccountRows>
    <AccountSection row="email" title="Email" now="asha@example.org">
      <input aria-label="New email" />
    </AccountSection>
    <AccountSection row="password" title="Password">
      <input hidden readOnly tabIndex={-1} value="asha@example.org" />
      <input aria-label="Current password" />
    </AccountSection>
  </AccountRows>
);

const row = (name: RegExp) => screen.getByRole("button", { name });
const field = (name: string) => screen.queryByRole("textbox", { name });

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

test("opens one row at a time, moves the focus into it, and Back closes it", async () => {
  render(<Page />, { at: "/account" });
  expect(row(/^Email asha@example.org$/).ariaExpanded).toBe("false");
  await userEvent.click(row(/^Email/));
  expect(location.search).toBe("?open=email");
  expect(document.activeElement).toBe(field("New email"));

  await userEvent.click(row(/^Password/));
  expect(location.search).toBe("?open=password");
  expect(field("New email")).toBeNull();
  expect(document.activeElement).toBe(field("Current password"));

  act(() => history.back());
  await waitFor(() => expect(field("Current password")).toBeNull());
  expect(location.search).toBe("");
  expect(document.activeElement).toBe(row(/^Password/));
});

test("a row that the address opened takes no focus, and its button closes it", async () => {
  render(<Page />, { at: "/account?open=password" });
  expect(field("Current password")).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(row(/^Password/));
  expect(field("Current password")).toBeNull();
  expect(location.search).toBe("");
  expect(document.activeElement).toBe(row(/^Password/));
});

test("an address that names no row opens none", () => {
  render(<Page />, { at: "/account?open=constructor" });
  expect(screen.queryByRole("region")).toBeNull();
});
