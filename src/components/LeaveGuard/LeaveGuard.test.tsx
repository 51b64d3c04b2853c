// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { theme } from "../../app/theme";
import { watchHistory } from "../../lib/historyGuard";
import { en } from "../../texts/en/all";
import { TextsProvider } from "../../texts/TextsProvider";
import { LeaveGuard } from "./LeaveGuard";

watchHistory();

const onSignOut = vi.fn();

function Form({ isBusy }: { isBusy: boolean }) {
  return (
    <>
      <LeaveGuard isActive={isBusy} question="It is lost." />
      <p>the form</p>
      <Link to="/other">Other page</Link>
      <Link to="/form?part=2">Second part</Link>
      <button data-leaves onClick={onSignOut}>
        Sign Out
      </button>
    </>
  );
}

/** Opens the form by a link from the start page, so that Back has somewhere to go. */
async function openForm(isBusy = true) {
  window.history.pushState(null, "", "/start");
  render(
    <TextsProvider initialLanguage="en" initialTexts={en}>
      <MantineProvider theme={theme} env="test">
        <BrowserRouter>
          <Routes>
            <Route
              path="/start"
              element={<Link to="/form">To the form</Link>}
            />
            <Route path="/form" element={<Form isBusy={isBusy} />} />
            <Route path="/other" element={<p>the other page</p>} />
          </Routes>
        </BrowserRouter>
      </MantineProvider>
    </TextsProvider>,
  );
  await userEvent.click(screen.getByText("To the form"));
}

const goBack = () => act(() => window.history.back());

const question = () =>
  screen.findByRole("dialog", { name: "Leave this page?" });

async function answer(name: "Cancel" | "Leave") {
  expect((await question()).textContent).toContain("It is lost.");
  await userEvent.click(screen.getByRole("button", { name }));
}

test("asks before going back, and stays on the page if declined", async () => {
  await openForm();
  goBack();
  await answer("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
  expect(screen.getByText("the form")).toBeTruthy();
  // Declining must not consume the history entry: Back still works afterwards.
  goBack();
  await answer("Leave");
  expect(await screen.findByText("To the form")).toBeTruthy();
});

test("asks before a link to another page, but not for a link within the page", async () => {
  await openForm();
  await userEvent.click(screen.getByText("Second part"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByText("Other page"));
  await answer("Cancel");
  expect(screen.getByText("the form")).toBeTruthy();
  await userEvent.click(screen.getByText("Other page"));
  await answer("Leave");
  expect(await screen.findByText("the other page")).toBeTruthy();
});

test("asks before a button that leaves, which then acts once", async () => {
  await openForm();
  await userEvent.click(screen.getByText("Sign Out"));
  expect(onSignOut).not.toHaveBeenCalled();
  await answer("Leave");
  expect(onSignOut).toHaveBeenCalledTimes(1);
});

test("leaves the closing of the tab to the browser's own question", async () => {
  await openForm();
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

test("does not ask while inactive", async () => {
  await openForm(false);
  goBack();
  expect(await screen.findByText("To the form")).toBeTruthy();
});
