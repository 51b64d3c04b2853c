// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, BrowserRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchHistory } from "../lib/historyGuard";
import { useLeaveGuard } from "./useLeaveGuard";

watchHistory();

const confirm = vi.fn<(question?: string) => boolean>();

beforeEach(() => {
  confirm.mockReset();
  vi.spyOn(window, "confirm").mockImplementation(confirm);
});
afterEach(() => vi.restoreAllMocks());

function Form({ isBusy }: { isBusy: boolean }) {
  useLeaveGuard(isBusy, "Leave?");
  return (
    <>
      <p>the form</p>
      <Link to="/other">Other page</Link>
      <Link to="/form?part=2">Second part</Link>
    </>
  );
}

/** Opens the form by a link from the start page, so that Back has somewhere to go. */
async function openForm(isBusy = true) {
  window.history.pushState(null, "", "/start");
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/start" element={<Link to="/form">To the form</Link>} />
        <Route path="/form" element={<Form isBusy={isBusy} />} />
        <Route path="/other" element={<p>the other page</p>} />
      </Routes>
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByText("To the form"));
}

const goBack = () => act(() => window.history.back());

test("asks before going back, and stays on the page if declined", async () => {
  confirm.mockReturnValue(false);
  await openForm();
  goBack();
  await waitFor(() => expect(confirm).toHaveBeenCalledWith("Leave?"));
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
  expect(screen.getByText("the form")).toBeTruthy();
  // Declining must not consume the history entry: Back still works afterwards.
  confirm.mockReturnValue(true);
  goBack();
  expect(await screen.findByText("To the form")).toBeTruthy();
  expect(confirm).toHaveBeenCalledTimes(2);
});

test("asks before a link to another page, but not for a link within the page", async () => {
  confirm.mockReturnValue(false);
  await openForm();
  await userEvent.click(screen.getByText("Second part"));
  expect(confirm).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("Other page"));
  expect(confirm).toHaveBeenCalledTimes(1);
  confirm.mockReturnValue(true);
  await userEvent.click(screen.getByText("Other page"));
  expect(screen.getByText("the other page")).toBeTruthy();
});

test("asks before the tab closes", async () => {
  await openForm();
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

test("does not ask while inactive", async () => {
  await openForm(false);
  goBack();
  expect(await screen.findByText("To the form")).toBeTruthy();
  expect(confirm).not.toHaveBeenCalled();
});
