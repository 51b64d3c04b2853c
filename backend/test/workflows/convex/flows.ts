/**
 * Workflows of two steps, and functions that are scheduled at the same time.
 */
import { WorkflowManager } from "@convex-dev/workflow";
import {
  componentsGeneric,
  type GenericActionCtx,
  type GenericDataModel,
  internalActionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";

const manager = new WorkflowManager(componentsGeneric().workflow as never);

const noteStep = makeFunctionReference<
  "mutation",
  { run: number; step: number }
>("flows:note");
const workStep = makeFunctionReference<"action", { run: number }>("flows:work");
const runTick = makeFunctionReference<"mutation", { wantedAt: number }>(
  "flows:tick",
);

export const twoSteps = manager.define({
  args: { run: v.number() },
  handler: async (step, { run }): Promise<void> => {
    await step.runMutation(noteStep, { run, step: 1 });
    await step.runAction(workStep, { run });
    await step.runMutation(noteStep, { run, step: 2 });
  },
});

export const note = internalMutationGeneric({
  args: { run: v.number(), step: v.number() },
  handler: async ({ db }, step) => {
    await db.insert("steps", step);
  },
});

export const work = internalActionGeneric({
  args: { run: v.number() },
  handler: async (_ctx: GenericActionCtx<GenericDataModel>, { run }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return run;
  },
});

export const tick = internalMutationGeneric({
  args: { wantedAt: v.number() },
  handler: async ({ db }, { wantedAt }) => {
    await db.insert("ticks", { wantedAt, ranAt: Date.now() });
  },
});

export const start = mutationGeneric({
  args: { runs: v.number() },
  handler: async (ctx, { runs }) => {
    const flow = makeFunctionReference<"mutation">("flows:twoSteps");
    for (let run = 0; run < runs; run++) {
      await manager.start(ctx, flow as never, { run } as never);
    }
  },
});

export const tickIn = mutationGeneric({
  args: { delayMs: v.number() },
  handler: async ({ scheduler }, { delayMs }) => {
    const wantedAt = Date.now() + delayMs;
    await scheduler.runAfter(delayMs, runTick, { wantedAt });
  },
});

export const finished = queryGeneric({
  args: {},
  handler: async ({ db }) => {
    const steps = await db.query("steps").collect();
    return steps.filter(({ step }) => step === 2).length;
  },
});

export const ticks = queryGeneric({
  args: {},
  handler: async ({ db }): Promise<unknown> =>
    await db.query("ticks").collect(),
});
