import { expect, test } from "vitest";
import { withLinkPreview } from "./linkPreview.ts";

const rest = '<meta property="og:image:width" content="1200" />';
const page = `<meta property="og:image" content="/link-preview.png" />${rest}`;
const image =
  '<meta property="og:image" content="https://gully.example/link-preview.png" />';

test("a public address makes the picture and the page of a preview absolute", () => {
  const url = '<meta property="og:url" content="https://gully.example/" />';
  expect(withLinkPreview(page, "https://gully.example", "/")).toBe(
    `${url}\n    ${image}${rest}`,
  );
});

test("a page that is shown anywhere does not say where it is", () => {
  expect(withLinkPreview(page, "https://gully.example", null)).toBe(
    image + rest,
  );
});

test.each([undefined, ""])(
  "without an address (%j) nothing changes",
  (none) => {
    expect(withLinkPreview(page, none, "/")).toBe(page);
  },
);
