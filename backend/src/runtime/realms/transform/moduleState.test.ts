import { expect, test } from "vitest";
import { moduleState } from "./moduleState.ts";
import { readSyntax } from "./syntax.ts";

const stateOf = (source: string) => moduleState(readSyntax(source));

test("names variables of the module that functions assign to", () => {
  const source = `
    let calls = 0, last, unused = 0;
    var cache;
    const list = [];
    calls = 1;
    export const count = () => { let own = 0; own++; calls += 1; [last] = list; };
    export function load() { const fill = () => { cache ??= new Map(); }; fill(); }`;
  expect(stateOf(source)).toEqual(["calls", "last", "cache"]);
});

test("names nothing if functions only read or change their own", () => {
  const source = `
    let ready = false;
    ready = true;
    export const f = (n) => { n += 1; if (ready) { let m = n; m++; return m; } };
    export const g = (ready) => { ready = 1; };`;
  expect(stateOf(source)).toEqual([]);
});
