// @vitest-environment jsdom
import { fireEvent } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useKeys } from "./useKeys";

function Screen({ onKey }: { onKey: (key: string) => void }) {
  useKeys(onKey);
  return "A case";
}

test("hears a key that is pressed as soon as the screen shows", async () => {
  const place = document.createElement("div");
  const shown = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => resolve());
    observer.observe(place, { childList: true });
  });
  const keys: string[] = [];
  // Not Testing Library's `render`, which would wait until all effects have run.
  createRoot(place).render(<Screen onKey={(key) => keys.push(key)} />);
  await shown;
  fireEvent.keyDown(window, { key: "D" });
  expect(keys).toEqual(["d"]);
});
