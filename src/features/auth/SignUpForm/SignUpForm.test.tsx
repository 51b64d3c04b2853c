// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import type { SignUpRefusal } from "../useSignUp";
import { SignUpForm } from "./SignUpForm";

function renderForm(...refusals: SignUpRefusal[]) {
  const onSignUp = vi.fn(() => Promise.resolve(refusals));
  render(<SignUpForm onSignUp={onSignUp} />);
  return onSignUp;
}

const submit = () =>
  userEvent.click(screen.getByRole("button", { name: "Create an account" }));

async function fillAsListener() {
  await userEvent.type(screen.getByLabelText("Email"), "mc@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "secret1");
  await userEvent.type(screen.getByLabelText("Username"), "mc_delhi");
  await userEvent.click(screen.getByRole("radio", { name: "Listener" }));
}

test("reports every missing field, focuses the first and sends nothing", async () => {
  const onSignUp = renderForm();
  await submit();
  expect(screen.getByText("Email is required.")).toBeTruthy();
  expect(screen.getByText("Password is required.")).toBeTruthy();
  expect(screen.getByText("Username is required.")).toBeTruthy();
  expect(screen.getByText("Please select a role")).toBeTruthy();
  expect(onSignUp).not.toHaveBeenCalled();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("Email")),
  );
});

test("asks rappers, but not listeners, for a state and social handles", async () => {
  renderForm();
  await userEvent.click(screen.getByRole("radio", { name: "Rapper" }));
  await submit();
  expect(screen.getByText("Please select your state")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Listener" }));
  expect(screen.queryByRole("combobox", { name: "State" })).toBeNull();
  expect(screen.queryByLabelText(/Instagram/)).toBeNull();
  expect(screen.queryByLabelText(/YouTube/)).toBeNull();
});

test("sends the values", async () => {
  const onSignUp = renderForm();
  await fillAsListener();
  await submit();
  expect(onSignUp).toHaveBeenCalledExactlyOnceWith({
    email: "mc@example.org",
    password: "secret1",
    username: "mc_delhi",
    role: "listener",
    state: "",
    instagram: "",
    youtube: "",
  });
});

test("shows a server error at its field and keeps the input", async () => {
  const message =
    "This username is already taken. Please choose a different username.";
  renderForm({ field: "username", message });
  await fillAsListener();
  await submit();
  expect(await screen.findByText(message)).toBeTruthy();
  const username = screen.getByLabelText("Username");
  expect(username).toHaveProperty("value", "mc_delhi");
  expect(username.getAttribute("aria-invalid")).toBe("true");
});

test("shows two server errors at once, each at its field, and focuses the first", async () => {
  const email = "An account with this email already exists.";
  const username = "This username is already taken.";
  renderForm(
    { field: "email", message: email },
    { field: "username", message: username },
  );
  await fillAsListener();
  await submit();
  expect(await screen.findByText(email)).toBeTruthy();
  expect(screen.getByText(username)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("Email")),
  );
});

test("shows a server error that concerns the whole form", async () => {
  const message = "Error creating account. Please try again.";
  renderForm({ field: null, message });
  await fillAsListener();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
