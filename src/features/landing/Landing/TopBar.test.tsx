// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { landingTextsEn as texts } from "../landingTextsEn";
import { EnterProvider } from "./EnterLink";
import { TopBar } from "./TopBar";

function show() {
  const onEnter = vi.fn();
  render(
    <EnterProvider value={{ onEnter }}>
      <TopBar
        texts={texts}
        language="en"
        scheme="dark"
        onLanguageChange={() => {}}
        onSchemeChange={() => {}}
      />
    </EnterProvider>,
  );
  return onEnter;
}

test("offers Contact Us, Login and Create an account", async () => {
  const onEnter = show();
  const bar = within(screen.getByRole("navigation"));
  expect(bar.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Contact Us",
    "Login",
    "Create an account",
  ]);
  await userEvent.click(bar.getByText("Login"));
  expect(onEnter).toHaveBeenCalledWith("/login");
});

test("opens the menu of a small screen and closes it with Escape", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const toggle = screen.getByRole("button", { name: "Close menu" });
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  screen.getByText("Login").focus();
  await userEvent.keyboard("{Escape}");
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
});
