import { expect, test } from "vitest";
import { mono } from "./mono";

const wave = Float32Array.of(0.5, -0.5, 0.25, -0.25);

test("is the mean of the channels", () => {
  const silent = new Float32Array(4);
  expect([...mono([wave, silent])]).toEqual([0.25, -0.25, 0.125, -0.125]);
  expect([...mono([wave])]).toEqual([...wave]);
});

test("channels that cancel each other are heard alone", () => {
  expect([...mono([wave, wave.map((sample) => -sample)])]).toEqual([...wave]);
});

test("leaves direct current out", () => {
  expect([...mono([wave.map((sample) => sample + 0.5)])]).toEqual([...wave]);
});

test("takes silence and nothing", () => {
  expect([...mono([new Float32Array(2), new Float32Array(2)])]).toEqual([0, 0]);
  expect([...mono([])]).toEqual([]);
});
