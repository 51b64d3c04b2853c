import fc from "fast-check";
import { expect, test } from "vitest";
import { matchPath } from "./matchPath";

test.each([
  ["/", "/", {}],
  ["/home", "/home", {}],
  ["/home", "/home/", {}],
  ["/home", "/HOME", {}],
  ["/home", "/h%6Fme", {}],
  ["/beats/:beatId", "/beats/m57", { beatId: "m57" }],
  ["/beats/:beatId", "/Beats/M57//", { beatId: "M57" }],
  ["/a/:b/c/:d", "/a/1/c/2", { b: "1", d: "2" }],
  ["*", "/anything/at/all", {}],
])("%s matches %s", (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});

test.each([
  ["/", "/home"],
  ["/home", "/"],
  ["/home", "/home/more"],
  ["/home", "/homes"],
  ["/home", "/a/home"],
  ["/beats/:beatId", "/beats"],
  ["/beats/:beatId", "/beats/"],
  ["/beats/:beatId", "/beats/m57/more"],
  ["/beats/:beatId/verses", "/beats//verses"],
])("%s does not match %s", (pattern, pathname) => {
  expect(matchPath(pattern, pathname)).toBeNull();
});

test("a slash in a named part survives its encoding", () => {
  expect(matchPath("/beats/:id", "/beats/a%2Fb")).toEqual({ id: "a/b" });
});

test("a part with a broken encoding is taken as it is", () => {
  expect(matchPath("/beats/:id", "/beats/%E0%A4%A")).toEqual({
    id: "%E0%A4%A",
  });
});

test("finds every name that was put into an address", () => {
  const names = fc.string({ minLength: 1, unit: "grapheme" });
  fc.assert(
    fc.property(names, (name) => {
      const path = `/profile/${encodeURIComponent(name)}`;
      expect(matchPath("/profile/:name", path)).toEqual({ name });
    }),
  );
});

test("no path of a visitor makes it fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      matchPath("/beats/:beatId", `/${path}`);
    }),
  );
});
