import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { render } from "../../../testing/render";
import type { SignUpRefusal } from "../useSignUp";
import { SignUpForm } from "./SignUpForm";

function renderForm(refusal: SignUpRefusal | null = null) {
  const onSignUp = vi.fn(() => Promise.resolve(refusal));
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

it("asks for everything that is missing and sends nothing", async () => {
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

it("asks a rapper, not a listener, for a state and social handles", async () => {
  renderForm();
  await userEvent.click(screen.getByRole("radio", { name: "Rapper" }));
  await submit();
  expect(screen.getByText("Please select your state")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Listener" }));
  expect(screen.queryByRole("combobox", { name: "State" })).toBeNull();
  expect(screen.queryByLabelText(/Instagram/)).toBeNull();
  expect(screen.queryByLabelText(/YouTube/)).toBeNull();
});

it("sends what was typed", async () => {
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

it("puts a refusal at its field and keeps what was typed", async () => {
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

it("tells a refusal of the whole form", async () => {
  const message = "Error creating account. Please try again.";
  renderForm({ field: null, message });
  await fillAsListener();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
