// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { Pagination } from "./Pagination";

const numbers = () =>
  screen
    .getAllByRole("button", { name: /^Page / })
    .map((button) => button.textContent);

test("offers five numbers around the current page, with gaps", () => {
  render(<Pagination page={5} pageCount={12} onChange={() => {}} />);
  expect(numbers()).toEqual(["1", "4", "5", "6", "12"]);
  expect(screen.getAllByText("…")).toHaveLength(2);
  expect(
    screen.getByRole("button", { name: "Page 5" }).getAttribute("aria-current"),
  ).toBe("page");
});

test("turns to the previous, the next and a numbered page", async () => {
  const onChange = vi.fn();
  render(<Pagination page={2} pageCount={3} onChange={onChange} />);
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
  expect(onChange.mock.calls).toEqual([[1], [3], [3]]);
});

test("disables Previous on the first page and renders nothing for a single page", () => {
  const { unmount } = render(
    <Pagination page={1} pageCount={2} onChange={() => {}} />,
  );
  const previous = screen.getByRole("button", { name: "Previous" });
  expect(previous.hasAttribute("disabled")).toBe(true);
  unmount();
  render(<Pagination page={1} pageCount={1} onChange={() => {}} />);
  expect(screen.queryByRole("navigation")).toBeNull();
});
