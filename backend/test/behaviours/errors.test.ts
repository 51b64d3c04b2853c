import type { Value } from "convex/values";
import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

const data: [what: string, data: Value][] = [
  ["a text", "no"],
  ["an empty text", ""],
  ["a number", 0],
  ["an integer", 2n ** 60n],
  ["null", null],
  ["false", false],
  ["an array", [1, "a"]],
  ["bytes", new Uint8Array([7]).buffer],
  ["an object", { code: "NOT_YOURS", details: { at: 1n } }],
];

const wrongKind = {
  why: "calling a function as the wrong type fails with Convex's message, `Trying to execute … as Query, but it is defined as Mutation`",
  wanted: true,
} as const;

behaviours("errors", {}, [
  ...data.map(([what, value]) => ({
    title: `a ConvexError with ${what}`,
    run: (d: Deployment) => d.query("errors:throwData", { data: value }),
    failsWithData: value,
  })),
  {
    title: "a mutation throws a ConvexError",
    run: (d) => d.mutation("errors:throwDataInMutation", { data: { a: 1n } }),
    failsWithData: { a: 1n },
  },
  {
    title: "an action throws a ConvexError",
    run: (d) => d.action("errors:throwDataInAction", { data: { a: 1n } }),
    failsWithData: { a: 1n },
  },
  {
    title: "a query throws a subclass of ConvexError",
    run: (d) => d.query("errors:throwSubclass"),
    failsWithData: { code: 7 },
  },
  {
    title: "an Error has its message",
    run: (d) => d.query("errors:throwPlain"),
    failsWith: "The plain reason.",
  },
  {
    title: "an Error is reported with its request and stack",
    run: (d) => d.query("errors:throwPlain"),
    differs: {
      convexTest: { failsWith: "The plain reason." },
      embedded: {
        failsWith: "Server Error\nUncaught Error: The plain reason.",
      },
      why: "messages begin with the request ID and include the stack; on convex-test they have neither",
      wanted: true,
    },
  },
  {
    title: "a TypeError keeps its message",
    run: (d) => d.query("errors:throwType"),
    failsWith: "Cannot read properties of null",
  },
  {
    title: "a rejected promise fails the function",
    run: (d) => d.mutation("errors:reject"),
    failsWith: "The rejected reason.",
  },
  {
    title: "a missing module is named",
    run: (d) => d.query("nowhere:get"),
    failsWith: "nowhere",
  },
  {
    title: "a missing function is named",
    run: (d) => d.query("errors:nothing"),
    failsWith: "nothing",
  },
  {
    title: "an export that is not a Convex function cannot be called",
    run: (d) => d.query("errors:notRegistered"),
    failsWith: "not",
  },
  {
    title: "a mutation cannot be called as a query",
    run: (d) => d.query("mutations:writesNothing"),
    differs: {
      convexTest: { failsWith: "Expected a query function" },
      embedded: { failsWith: "as Query, but it is defined as Mutation" },
      ...wrongKind,
    },
  },
  {
    title: "a query cannot be called as a mutation",
    run: (d) => d.mutation("queries:first"),
    differs: {
      convexTest: { failsWith: "Expected a mutation function" },
      embedded: { failsWith: "as Mutation, but it is defined as Query" },
      ...wrongKind,
    },
  },
  {
    title: "clients cannot call internal functions",
    run: (d) => d.query("errors:secret"),
    differs: {
      convexTest: { is: "secret" },
      embedded: { failsWith: "Could not find public function for" },
      why: "clients cannot call internal functions; tests on convex-test can",
      wanted: true,
    },
  },
  {
    title: "a default export is called by the name of its module",
    run: (d) => d.query("errors"),
    is: "default export",
  },
]);
