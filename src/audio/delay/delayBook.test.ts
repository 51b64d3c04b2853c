// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { DelayBook, NOTHING_KNOWN } from "./delayBook";

const earbuds = { devices: "phone|earbuds", sampleRate: 48_000 };
const book = new DelayBook();

beforeEach(() => localStorage.clear());

test("keeps a measured delay for its devices and sample rate only", () => {
  book.setRoundTrip(earbuds, 43);
  expect(new DelayBook().find(earbuds).roundTripMs).toBe(43);
  expect(book.find({ ...earbuds, sampleRate: 44_100 })).toBe(NOTHING_KNOWN);
  expect(book.find({ ...earbuds, devices: "phone|speaker" })).toBe(
    NOTHING_KNOWN,
  );
});

test("matches by devices alone while no context is open", () => {
  book.setRoundTrip(earbuds, 43);
  expect(book.find({ ...earbuds, sampleRate: null }).roundTripMs).toBe(43);
});

test("keeps a manual correction until the delay is measured again", () => {
  book.setRoundTrip(earbuds, 43);
  book.setCorrection(earbuds, -20);
  expect(book.find(earbuds)).toMatchObject({
    roundTripMs: 43,
    correctionMs: -20,
  });
  book.setRoundTrip(earbuds, 61);
  expect(book.find(earbuds)).toMatchObject({
    roundTripMs: 61,
    correctionMs: 0,
  });
});

test("resets a correction while no context is open", () => {
  book.setRoundTrip(earbuds, 43);
  book.setCorrection(earbuds, -20);
  book.setCorrection({ ...earbuds, sampleRate: null }, 0);
  expect(book.find(earbuds)).toMatchObject({
    roundTripMs: 43,
    correctionMs: 0,
  });
});

test("forgets a delay that is set to null", () => {
  book.setRoundTrip(earbuds, 43);
  book.setRoundTrip(earbuds, null);
  expect(book.find(earbuds)).toBe(NOTHING_KNOWN);
});

test("drops the least recently saved pair when it is full", () => {
  for (let index = 0; index <= 12; index += 1) {
    book.setRoundTrip({ ...earbuds, devices: `pair ${index}` }, index);
  }
  expect(book.find({ ...earbuds, devices: "pair 0" })).toBe(NOTHING_KNOWN);
  expect(book.find({ ...earbuds, devices: "pair 1" }).roundTripMs).toBe(1);
});

test.each(["no json", "{}", '[{"devices":1}]', "[null]"])(
  "knows nothing when the storage holds %s",
  (stored) => {
    localStorage.setItem("gully-delays", stored);
    expect(book.find(earbuds)).toBe(NOTHING_KNOWN);
  },
);
