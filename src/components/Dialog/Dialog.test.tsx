// @vitest-environment jsdom
import { Select } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { Dialog } from "./Dialog";

const onClose = { lower: vi.fn(), upper: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
});

/** A dialog with a button that opens another one above it. */
function Two({ isRefusing = false }) {
  const [isOpen, setIsOpen] = useState(false);
  const closeUpper = () => {
    onClose.upper();
    if (!isRefusing) setIsOpen(false);
  };
  return (
    <Dialog opened title="Recorder" onClose={onClose.lower}>
      <button onClick={() => setIsOpen(true)}>Delete take</button>
      <Dialog opened={isOpen} title="Delete?" onClose={closeUpper}>
        It cannot be undone.
      </Dialog>
    </Dialog>
  );
}

async function openUpper(props?: { isRefusing: boolean }) {
  const user = userEvent.setup();
  render(<Two {...props} />);
  const opener = await screen.findByText("Delete take");
  await user.click(opener);
  await screen.findByRole("dialog", { name: "Delete?" });
  return { user, opener };
}

test("Escape closes only the upper of two dialogs", async () => {
  const { user } = await openUpper();
  await user.keyboard("{Escape}");
  expect(onClose.upper).toHaveBeenCalledTimes(1);
  expect(onClose.lower).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose.upper).toHaveBeenCalledTimes(1);
  expect(onClose.lower).toHaveBeenCalledTimes(1);
});

test("Escape leaves the lower dialog open while the upper one refuses to close", async () => {
  const { user } = await openUpper({ isRefusing: true });
  await user.keyboard("{Escape}{Escape}");
  expect(onClose.upper).toHaveBeenCalledTimes(2);
  expect(onClose.lower).not.toHaveBeenCalled();
});

test("Escape closes an open menu and not its dialog", async () => {
  const user = userEvent.setup();
  render(
    <Dialog opened title="Profile" onClose={onClose.lower}>
      <Select label="State" data={["Delhi", "Goa"]} />
    </Dialog>,
  );
  await user.click(await screen.findByRole("combobox", { name: "State" }));
  await screen.findByRole("option", { name: "Goa" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
  expect(onClose.lower).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose.lower).toHaveBeenCalledTimes(1);
});

test("the focus returns to what opened the upper dialog", async () => {
  const { user, opener } = await openUpper();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
