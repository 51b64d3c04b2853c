// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../testing/render";
import { useAddressParams } from "./useAddressParams";

function Page() {
  const [params, changeParams] = useAddressParams();
  const add = (name: string, value: string) =>
    changeParams((present) => {
      present.set(name, value);
      return present;
    });
  const handleClick = () => {
    add("state", "Mizoram");
    add("page", "2");
  };
  return <button onClick={handleClick}>{params.toString()}</button>;
}

test("keeps a change that the page has not followed yet", () => {
  render(<Page />, { at: "/home?sort=popular" });
  const button = screen.getByRole("button", { name: "sort=popular" });
  act(() => button.click());
  expect(button.textContent).toBe("sort=popular&state=Mizoram&page=2");
});
