/**
 * Random functions that return, throw, race and forget, nested three deep, and
 * side by side. After each round the server answers, exactly the writes of
 * functions that succeeded are stored, and nothing is left open. fast-check
 * prints the seed of a failure. `ENDINGS_FUZZ_MS` makes it run for longer.
 */
import fc from "fast-check";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANYONE } from "../src/runtime/contract/callers.ts";
import type { ConvexJsonObject } from "../src/values/convexJson.ts";
import { callOf, eventually, TestApp, valueOf } from "./support/fixtureApp.ts";

const RUN_MS = Number(process.env.ENDINGS_FUZZ_MS ?? 20_000);

type Together = "all" | "any" | "allSettled" | "race";

type Step =
  | { readonly act: "insert" | "bump" | "read" }
  /** Waits for this many microtasks. */
  | { readonly act: "wait"; readonly turns: number }
  | {
      readonly act: "call";
      readonly program: Program;
      /** `forget` leaves the promise alone, `drop` handles its failure. */
      readonly how: "await" | "catch" | "forget" | "drop";
    }
  | {
      readonly act: "together";
      readonly programs: readonly Program[];
      readonly how: Together;
      readonly catches: boolean;
    }
  /** Work in an async function that nobody awaits. */
  | { readonly act: "work"; readonly steps: readonly Step[] };

interface Program {
  readonly steps: readonly Step[];
  readonly throws: boolean;
  readonly inComponent: boolean;
}

const APP = `
const target = { false: f("app:run"), true: components.inner.app.run };
const act = {
  insert: (ctx) => ctx.db.insert("marks", {}),
  bump: (ctx) => ctx.runMutation(f("app:bump"), {}),
  read: (ctx) => ctx.runQuery(f("app:count"), {}),
  wait: async (ctx, { turns }) => { for (let i = 0; i < turns; i++) await null; },
  call: async (ctx, { program, how }) => {
    const called = call(ctx, program);
    if (how === "await") await called;
    if (how === "catch") await called.catch(() => null);
    if (how === "drop") called.catch(() => null);
  },
  together: async (ctx, { programs, how, catches }) => {
    const all = Promise[how](programs.map((program) => call(ctx, program)));
    await (catches ? all.catch(() => null) : all);
  },
  work: async (ctx, { steps }) => { void perform(ctx, steps); },
};
const call = (ctx, program) =>
  ctx.runMutation(target[program.inComponent], { program });
async function perform(ctx, steps) {
  for (const step of steps) await act[step.act](ctx, step);
}
export const run = mutation(async (ctx, { program }) => {
  await perform(ctx, program.steps);
  if (program.throws) throw new Error("thrown");
  return "returned";
});
export const bump = mutation(async (ctx) => {
  const counter = await ctx.db.query("counters").unique();
  if (counter === null) await ctx.db.insert("counters", { count: 1 });
  else await ctx.db.patch(counter._id, { count: counter.count + 1 });
});
export const count = query(async (ctx) => ({
  marks: (await ctx.db.query("marks").collect()).length,
  bumps: (await ctx.db.query("counters").unique())?.count ?? 0,
}));
export const innerCount = query((ctx) => ctx.runQuery(components.inner.app.count, {}));
export const schedule = mutation(async (ctx, { program }) =>
  await ctx.scheduler.runAfter(0, f("app:run"), { program }));
export const state = query(async (ctx, { id }) => (await ctx.db.system.get(id)).state.kind);
`;

const simple: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom("insert", "bump", "read") }),
  fc.record({
    act: fc.constant("wait"),
    turns: fc.integer({ min: 0, max: 12 }),
  }),
);

/** Programs with these steps, of which a quarter throw. */
const programOf = (steps: fc.Arbitrary<Step[]>): fc.Arbitrary<Program> =>
  fc.record({
    steps,
    throws: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    inComponent: fc.boolean(),
  });

const programs = fc.letrec<{ step: Step; program: Program }>((tie) => ({
  program: programOf(fc.array(tie("step"), { maxLength: 4 })),
  step: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    simple,
    fc.record({
      act: fc.constant("call" as const),
      program: tie("program"),
      how: fc.constantFrom(
        "await" as const,
        "catch" as const,
        "forget" as const,
        "drop" as const,
      ),
    }),
    fc.record({
      act: fc.constant("together" as const),
      programs: fc.array(tie("program"), { minLength: 1, maxLength: 3 }),
      how: fc.constantFrom<Together>("all", "any", "allSettled", "race"),
      catches: fc.boolean(),
    }),
    fc.record({
      act: fc.constant("work" as const),
      steps: fc.array(tie("step"), { maxLength: 3 }),
    }),
  ),
})).program;

interface Effects {
  readonly marks: number;
  readonly bumps: number;
}

/** Marks and bumps of the app and of the component. */
interface World {
  readonly own: Effects;
  readonly inner: Effects;
}

const NOTHING: World = {
  own: { marks: 0, bumps: 0 },
  inner: { marks: 0, bumps: 0 },
};

/**
 * What a program leaves behind; null if it fails. Whatever a component calls
 * runs in the component.
 */
function effectsOf(program: Program, isWithin = false): World | null {
  const inComponent = isWithin || program.inComponent;
  const world = effectsOfSteps(program.steps, inComponent);
  return program.throws ? null : world;
}

/** A function fails if one of its steps fails, or leaves a failure that nobody handles. */
function effectsOfSteps(
  steps: readonly Step[],
  inComponent: boolean,
): World | null {
  let world = NOTHING;
  for (const step of steps) {
    const effects = effectsOfStep(step, inComponent);
    if (effects === null) return null;
    world = add(world, effects);
  }
  return world;
}

function effectsOfStep(step: Step, inComponent: boolean): World | null {
  switch (step.act) {
    case "insert":
      return at(inComponent, { marks: 1, bumps: 0 });
    case "bump":
      return at(inComponent, { marks: 0, bumps: 1 });
    case "read":
    case "wait":
      return NOTHING;
    case "call": {
      const isHandled = step.how === "catch" || step.how === "drop";
      return (
        effectsOf(step.program, inComponent) ?? (isHandled ? NOTHING : null)
      );
    }
    case "work":
      return effectsOfSteps(step.steps, inComponent);
    case "together": {
      const all = step.programs.map((one) => effectsOf(one, inComponent));
      const hasFailed = !step.catches && fails(step.how, all);
      return hasFailed ? null : all.reduce<World>(addKept, NOTHING);
    }
  }
}

/** Calls run one after another, so the first is the first to settle. */
function fails(how: Together, all: readonly (World | null)[]): boolean {
  if (how === "race") return all[0] === null;
  if (how === "all") return all.includes(null);
  return how === "any" && all.every((one) => one === null);
}

const addKept = (sum: World, one: World | null) => add(sum, one ?? NOTHING);

function at(inComponent: boolean, effects: Effects): World {
  return { ...NOTHING, [inComponent ? "inner" : "own"]: effects };
}

function add(one: World, other: World): World {
  const both = (a: Effects, b: Effects) => ({
    marks: a.marks + b.marks,
    bumps: a.bumps + b.bumps,
  });
  return {
    own: both(one.own, other.own),
    inner: both(one.inner, other.inner),
  };
}

let folder: string;
let app: TestApp;
const ends: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "endings-"));
  const queries = join(folder, "queries.mjs");
  await writeFile(
    queries,
    `export const systemQueries = { "_system/open:default": (_, database) =>
      ({ transactions: database.openCount, batch: database.hasUnflushed }) };`,
  );
  app = await TestApp.start(
    {
      "": { "app.js": APP },
      inner: {
        "app.js": APP.replaceAll("components.inner.app.run", 'f("app:run")'),
      },
    },
    {
      onFatal: (text) => ends.push(text),
      log: () => undefined,
      systemQueriesModule: pathToFileURL(queries).href,
    },
  );
});

afterAll(async () => {
  // This waits for every request and for every call that runs.
  await app.stop();
  await rm(folder, { recursive: true });
});

test("no way to end a function harms the server", async () => {
  const round = fc.array(
    fc.record({ program: programs, isScheduled: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(round, async (calls) => {
      let stored = await whatIsStored();
      await Promise.all(
        calls.map(async ({ program: { steps, throws }, isScheduled }) => {
          const program = { steps, throws, inComponent: false };
          const effects = effectsOf(program);
          const hasSucceeded = isScheduled
            ? await runScheduled(program)
            : await runDirectly(program);
          expect(hasSucceeded).toBe(effects !== null);
          stored = addKept(stored, effects);
        }),
      );
      expect(await whatIsStored()).toEqual(stored);
      expect(await whatIsOpen()).toEqual({ transactions: 1, batch: false });
      expect(ends).toEqual([]);
    }),
    { numRuns: Infinity, interruptAfterTimeLimit: RUN_MS },
  );
});

/** A program is plain JSON. */
const argsOf = (program: Program) =>
  ({ program }) as unknown as ConvexJsonObject;

async function runDirectly(program: Program): Promise<boolean> {
  const call = callOf("app:run", argsOf(program));
  return (await app.runtime.runMutation(call)).ok;
}

async function runScheduled(program: Program): Promise<boolean> {
  const id = await app.mutation("app:schedule", argsOf(program));
  const ended = await eventually(async () => {
    const state = await app.query("app:state", { id });
    return state === "pending" ? null : state;
  });
  return ended === "success";
}

async function whatIsStored(): Promise<World> {
  const [own, inner] = await Promise.all([
    app.query("app:count"),
    app.query("app:innerCount"),
  ]);
  // `count` returns both effects.
  return { own, inner } as unknown as World;
}

/** Its own transaction is open while this query runs. */
async function whatIsOpen() {
  const caller = { ...ANYONE, isAdmin: true };
  return valueOf(
    await app.runtime.runQuery(callOf("_system/open", {}, caller)),
  );
}
