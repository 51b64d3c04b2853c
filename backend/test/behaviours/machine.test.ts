/**
 * The server of the behaviours runs in Kolkata and speaks German; functions notice neither. There
 * is nothing to compare: convex-test runs in the process of the test, with the time zone and
 * language of this machine.
 */
import { expect, test } from "vitest";
import { EmbeddedDeployments } from "./harness/embeddedDeployment.ts";

const UTC = "+0000 (Coordinated Universal Time)";

const ON_CONVEX = {
  hours: 22,
  offset: 0,
  parsed: true,
  made: true,
  text: `Thu Jan 01 2026 22:30:00 GMT${UTC}`,
  time: `22:30:00 GMT${UTC}`,
  called: UTC,
  local: "1/1/2026, 10:30:00 PM",
  localDate: "January",
  localTime: "10:30:00 PM",
  zone: "UTC",
  number: "1,234,567.5",
  bigint: "1,234,567",
  list: "1,234.5,1/1/2026, 10:30:00 PM",
  unknown: "1,234,567.5",
  asked: "1.234.567,5",
  money: "₹1,234.50",
  locales: ["en-US", "en-US", "en-US", "en-US", "en-US"],
  and: "a and b",
  relative: "1 day ago",
  sorted: "aäz",
  isSame: true,
};

test.each([
  ["a query", "query", "machine:inQuery"],
  ["an action", "action", "machine:inAction"],
  ["a module that is loading", "query", "machine:atLoading"],
  ["a Node action", "action", "machineInNode:seenInNode"],
] as const)(
  "%s sees UTC and American English, whatever the machine has",
  async (_where, kind, path) => {
    await using embedded = new EmbeddedDeployments();
    expect(await embedded.open("HTTP")[kind](path)).toEqual(ON_CONVEX);
  },
);
