import { expect, test } from "vitest";
import { labelOf } from "./label";
import { stickerOf } from "./sticker";

const ids = Array.from({ length: 1000 }, (_, at) => `j57${at}kq9x${at % 7}`);

test.each([
  ["stickers", stickerOf],
  ["labels", labelOf],
])("%s of 1,000 ids all differ, and each stays the same", (_, pictureOf) => {
  const pictures = ids.map(pictureOf);
  expect(new Set(pictures).size).toBe(ids.length);
  expect(ids.map(pictureOf)).toEqual(pictures);
});

test.each([
  ["stickers", stickerOf],
  ["labels", labelOf],
])("%s are small documents with finite numbers", (_, pictureOf) => {
  for (const picture of ids.map(pictureOf)) {
    expect(picture.length).toBeLessThan(5000);
    expect(picture).not.toMatch(/NaN|undefined|Infinity|\d\.\d{3}/);
    const opened = picture.match(/<(svg|g)[ >]/g)?.length;
    expect(picture.match(/<\/(svg|g)>/g)?.length).toBe(opened);
  }
});

test("a picture contains nothing of its id", () => {
  const hostile = `"><script>alert(1)</script>`;
  expect(stickerOf(hostile) + labelOf(hostile)).not.toMatch(/script|alert/);
  expect(stickerOf("")).toContain("<svg");
});

test("an id that changes in one letter has another picture", () => {
  expect(stickerOf("j57a")).not.toBe(stickerOf("j57b"));
  expect(labelOf("j57a")).not.toBe(labelOf("j57b"));
});

test("known ids keep their pictures from release to release", () => {
  expect(stickerOf("j57a").slice(0, 160)).toMatchInlineSnapshot(
    `"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><path d="M50.0 4.7A22.8 22.8 0 0 1 76.6 13.4A22.8 22.8 0 0 1 93.1 36.0A22"`,
  );
  expect(labelOf("j57a").slice(200, 420)).toMatchInlineSnapshot(
    `""5" width="90" height="58" viewBox="0 0 90 58"><rect width="90" height="58" fill="#0c6f66"/><path d="M0 0h18a18 18 0 0 1-18 19Z" fill="#5a2a6b" transform="translate(0 0) rotate(90 9 9.5)"/><path d="M0 0h18a18 18 0 0 1-18"`,
  );
});
