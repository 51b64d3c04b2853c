import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

/** Opens the form from the start page, as people do, so that Back has somewhere to go. */
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

it("Back asks, and whoever stays is where they were", async () => {
  confirm.mockReturnValue(false);
  await openForm();
  goBack();
  await waitFor(() => expect(confirm).toHaveBeenCalledWith("Leave?"));
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
  expect(screen.getByText("the form")).toBeTruthy();
  // Staying has not used up the way back.
  confirm.mockReturnValue(true);
  goBack();
  expect(await screen.findByText("To the form")).toBeTruthy();
  expect(confirm).toHaveBeenCalledTimes(2);
});

it("a link to another page asks, one within the page does not", async () => {
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

it("closing the tab asks while something would be lost", async () => {
  await openForm();
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

it("nothing is asked when nothing would be lost", async () => {
  await openForm(false);
  goBack();
  expect(await screen.findByText("To the form")).toBeTruthy();
  expect(confirm).not.toHaveBeenCalled();
});
