// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { ConfirmModal } from "./ConfirmModal";

function renderModal(onConfirm: () => Promise<unknown>) {
  const onClose = vi.fn();
  render(
    <ConfirmModal
      opened
      title="Delete this beat?"
      confirmLabel="Delete"
      failureMessage="Error deleting beat. Please try again."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Its 3 verses go with it.
    </ConfirmModal>,
  );
  return onClose;
}

test("shows its warning and closes when the action is done", async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  const onClose = renderModal(onConfirm);
  expect(await screen.findByText("Its 3 verses go with it.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("does nothing when cancelled", async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  const onClose = renderModal(onConfirm);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("stays open after a double click on what opens it", async () => {
  const onClose = renderModal(() => Promise.resolve());
  await screen.findByRole("dialog");
  const beside = document.querySelector(".mantine-Modal-overlay");
  if (beside === null) throw new Error("There is nothing beside the dialog.");
  await userEvent.click(beside);
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  [new Error("Server Error"), "Error deleting beat. Please try again."],
  [
    new ConvexError({ code: "BEAT_NOT_FOUND", message: "Beat not found" }),
    "Beat not found",
  ],
])("stays open and shows why the action failed: %s", async (error, text) => {
  const onClose = renderModal(() => Promise.reject(error));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  expect(onClose).not.toHaveBeenCalled();
});
