// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { ListChoice } from "../ListChoice/ListChoice";
import { CardStack } from "./CardStack";

afterEach(() => {
  vi.unstubAllGlobals();
});

const page = (
  <>
    <ListChoice
      label="State"
      value="Goa"
      none="All states"
      choices={["Goa", "Kerala"].map((state) => ({
        value: state,
        label: state,
      }))}
      onChange={vi.fn()}
    />
    <CardStack
      items={["Night", "Rain", "Street"]}
      card={(title) => <p key={title}>{title}</p>}
    >
      <p>One more is blocked.</p>
    </CardStack>
  </>
);

test("a phone first draws the first card, the choice that is made, and room for the rest", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const first = renderToStaticMarkup(<MantineProvider>{page}</MantineProvider>);
  expect(first).toContain("Night");
  expect(first).toContain("Goa");
  expect(first).toContain("height:36rem");
  for (const later of ["Rain", "Street", "All states", "Kerala"])
    expect(first).not.toContain(later);
});

test("then it draws everything, in order", () => {
  const noMatch = window.matchMedia("");
  vi.stubGlobal("matchMedia", () => ({ ...noMatch, matches: true }));
  render(page);
  const texts = screen.getAllByText(/Night|Rain|Street|blocked/);
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    "Night",
    "Rain",
    "Street",
    "One more is blocked.",
  ]);
  expect(screen.getAllByRole("option")).toHaveLength(3);
  expect(screen.getByRole("combobox")).toHaveProperty("value", "Goa");
  expect(document.querySelector("[aria-busy]")).toBeNull();
});
