// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import { SignInForm } from "./SignInForm";

const submit = () =>
  userEvent.click(screen.getByRole("button", { name: "Sign In" }));

test("requires an email and a password", async () => {
  const onSignIn = vi.fn();
  render(<SignInForm onSignIn={onSignIn} />);
  await submit();
  expect(screen.getByText("Email is required.")).toBeTruthy();
  expect(screen.getByText("Password is required.")).toBeTruthy();
  expect(onSignIn).not.toHaveBeenCalled();
});

test("shows why it failed and keeps the email", async () => {
  const failure = "Invalid email or password.";
  const onSignIn = vi.fn(() => Promise.resolve({ failure, toActivate: false }));
  render(<SignInForm onSignIn={onSignIn} />);
  await userEvent.type(screen.getByLabelText("Email"), "mc@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "wrong");
  await submit();
  expect((await screen.findByRole("alert")).textContent).toContain(failure);
  expect(screen.getByLabelText("Email")).toHaveProperty(
    "value",
    "mc@example.org",
  );
  expect(onSignIn).toHaveBeenCalledExactlyOnceWith("mc@example.org", "wrong");
});

test("says where nobody stays signed in, and nothing elsewhere", () => {
  const note = /^This browser has no room to keep you signed in/;
  render(<SignInForm onSignIn={vi.fn()} />).unmount();
  expect(screen.queryByText(note)).toBeNull();
  const full = vi.spyOn(Storage.prototype, "setItem");
  full.mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  render(<SignInForm onSignIn={vi.fn()} />);
  full.mockRestore();
  expect(screen.getByText(note)).toBeTruthy();
});

test("shows errors in Hindi when the language is Hindi", async () => {
  render(<SignInForm onSignIn={vi.fn()} />, { language: "hi" });
  await userEvent.click(screen.getByRole("button", { name: "साइन इन" }));
  expect(screen.getByText("ईमेल ज़रूरी है।")).toBeTruthy();
});

test("asks for the mailed code when the server wants one, and sends it along", async () => {
  const failure = "A code is on its way.";
  const answer = { failure, toActivate: false, needsCode: true };
  const onSignIn = vi.fn(() => Promise.resolve(answer));
  render(<SignInForm onSignIn={onSignIn} />);
  expect(screen.queryByLabelText("Code from the mail")).toBeNull();
  await userEvent.type(screen.getByLabelText("Email"), "mc@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "right");
  await submit();
  const code = await screen.findByLabelText("Code from the mail");
  await userEvent.type(code, "12345678");
  await submit();
  const entered = ["mc@example.org", "right", "12345678"];
  expect(onSignIn).toHaveBeenLastCalledWith(...entered);
});

test("keeps the field of the code after another failure", async () => {
  const failed = { failure: "Something went wrong.", toActivate: false };
  const onSignIn = vi.fn(() => Promise.resolve(failed));
  onSignIn.mockResolvedValueOnce({ ...failed, needsCode: true } as never); // one of the possible results
  render(<SignInForm onSignIn={onSignIn} />);
  await userEvent.type(screen.getByLabelText("Email"), "mc@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "right");
  await submit();
  const code = await screen.findByLabelText("Code from the mail");
  await userEvent.type(code, "12345678");
  await submit();
  expect(onSignIn).toHaveBeenCalledTimes(2);
  expect(screen.getByLabelText("Code from the mail")).toHaveProperty(
    "value",
    "12345678",
  );
});
