import { expect, test } from "vitest";
import { fillSkeleton } from "./fillSkeleton";

test("puts the names into their slots, as text", () => {
  const html = "<h1>{title}</h1><p>{producer}</p>";
  const names = {
    title: `<img src=x onerror="a">`,
    producer: "R&B {title} $1",
    step: "",
  };
  expect(fillSkeleton(html, names)).toBe(
    "<h1>&lt;img src=x onerror=&quot;a&quot;&gt;</h1><p>R&amp;B {title} $1</p>",
  );
});
