import { expect, test } from "vitest";
import { withLinkPreview } from "./linkPreview.ts";

const REST = '<meta property="og:image:width" content="1200" />';
const page = `<meta property="og:image" content="/link-preview.png" />${REST}`;
const IMAGE =
  '<meta property="og:image" content="https://gully.example/link-preview.png" />';

test("a public address makes the image and page URLs of a preview absolute", () => {
  const url = '<meta property="og:url" content="https://gully.example/" />';
  expect(withLinkPreview(page, "https://gully.example", "/")).toBe(
    `${url}\n    ${IMAGE}${REST}`,
  );
});

test("a page for any address does not state its own URL", () => {
  expect(withLinkPreview(page, "https://gully.example", null)).toBe(
    IMAGE + REST,
  );
});

test.each([undefined, ""])(
  "changes nothing without an address (%j)",
  (none) => {
    expect(withLinkPreview(page, none, "/")).toBe(page);
  },
);
