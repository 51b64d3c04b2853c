import { expect, test } from "vitest";
import { decodePng } from "../../testing/test.decodePng";
import { encodePng } from "./encodePng";

test("encodes every pixel at its place", () => {
  const [width, height] = [5, 3];
  const points = Array.from({ length: width * height }, (_, at) => ({
    x: at % width,
    y: Math.floor(at / width),
  }));
  const colorOf = (x: number, y: number) => [40 * x, 80 * y, 200, 255];
  const rgba = Uint8Array.from(points.flatMap(({ x, y }) => colorOf(x, y)));
  const decoded = decodePng(encodePng({ width, height, rgba }));
  expect(decoded).toMatchObject({ width, height });
  for (const { x, y } of points) {
    const color = ((40 * x) << 16) | ((80 * y) << 8) | 200;
    expect(decoded.colorAt(x, y)).toBe(color);
  }
});
