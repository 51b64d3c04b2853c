import { expect, test } from "vitest";
import { reachableUrl } from "./reachableUrl";

const here = { hostname: "localhost", origin: "http://localhost:5173" };
const phone = { hostname: "192.168.1.7", origin: "http://192.168.1.7:5173" };
const far = { hostname: "gully.example", origin: "https://gully.example" };

test.each([
  ["http://localhost:5173/api/storage/a?x=1", phone],
  ["http://127.0.0.1:5173/api/storage/a?x=1", phone],
  ["http://[::1]:5173/api/storage/a?x=1", phone],
  ["http://localhost:5173/api/storage/a?x=1", far],
])("replaces the origin of %s with the page's", (url, page) => {
  expect(reachableUrl(url, page)).toBe(`${page.origin}/api/storage/a?x=1`);
});

test.each([
  ["http://127.0.0.1:5173/api/storage/a", here],
  ["https://happy-animal-123.convex.cloud/api/storage/a", far],
  ["https://localhost.example.org/a", phone],
  ["http://192.168.1.9:5173/a", phone],
])("leaves %s unchanged", (url, page) => {
  expect(reachableUrl(url, page)).toBe(url);
});
