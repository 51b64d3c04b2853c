import {
  vResultValidator,
  vWorkflowId,
  type WorkflowId,
  WorkflowManager,
} from "@convex-dev/workflow";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import {
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";

const workflow = new WorkflowManager(components.workflow, {
  workpoolOptions: {
    maxParallelism: 10,
    defaultRetryBehavior: { maxAttempts: 3, initialBackoffMs: 20, base: 2 },
  },
});

export const note = internalMutation({
  args: { text: v.string() },
  handler: async (ctx, { text }): Promise<number> => {
    await ctx.db.insert("notes", { text });
    return (await ctx.db.query("notes").collect()).filter(
      (other) => other.text === text,
    ).length;
  },
});

export const shout = internalAction({
  args: { text: v.string() },
  handler: async (_ctx, { text }) => text.toUpperCase(),
});

export const length = internalQuery({
  args: { text: v.string() },
  handler: async (_ctx, { text }) => text.length,
});

/** Fails twice for each text, then succeeds. */
export const fragile = internalAction({
  args: { text: v.string() },
  handler: async (ctx, { text }): Promise<number> => {
    const times = await ctx.runMutation(internal.flows.note, { text });
    if (times <= 2) throw new Error(`Attempt ${times} fails.`);
    return times;
  },
});

export const steps = workflow
  .define({ args: { text: v.string() }, returns: v.string() })
  .handler(async (step, { text }): Promise<string> => {
    const loud = await step.runAction(internal.flows.shout, { text });
    const size = await step.runQuery(internal.flows.length, { text });
    await step.runMutation(internal.flows.note, { text: loud });
    await step.sleep(50);
    const all = await Promise.all(
      [1, 2, 3].map((number) =>
        step.runAction(internal.flows.shout, { text: `n${number}` }),
      ),
    );
    return `${loud} ${size} ${all.join("")}`;
  });

export const retried = workflow
  .define({ args: { text: v.string() }, returns: v.number() })
  .handler(async (step, { text }): Promise<number> =>
    step.runAction(internal.flows.fragile, { text }, { retry: true }),
  );

export const waiting = workflow
  .define({ args: {}, returns: v.string() })
  .handler(async (step): Promise<string> => {
    const name = await step.awaitEvent<string>({ name: "approval" });
    return `approved by ${name}`;
  });

export const failing = workflow
  .define({ args: {} })
  .handler(async (step): Promise<void> => {
    try {
      await step.runAction(internal.flows.fragile, { text: "caught" });
    } catch {
      await step.runMutation(internal.flows.note, { text: "handled" });
    }
    throw new Error("The workflow gives up.");
  });

export const nested = workflow
  .define({ args: { text: v.string() }, returns: v.string() })
  .handler(async (step, args): Promise<string> => {
    const inner = await step.runWorkflow(internal.flows.steps, args);
    return `inner: ${inner}`;
  });

/**
 * Checks that time and random numbers are the same when the workflow is
 * replayed.
 */
export const replayed = workflow
  .define({ args: {}, returns: v.boolean() })
  .handler(async (step): Promise<boolean> => {
    const before = { now: Date.now(), chance: Math.random() };
    await step.runMutation(internal.flows.note, {
      text: JSON.stringify(before),
    });
    const text = JSON.stringify(before);
    return (await step.runMutation(internal.flows.note, { text })) === 2;
  });

export const completed = internalMutation({
  args: {
    workflowId: vWorkflowId,
    result: vResultValidator,
    context: v.string(),
  },
  handler: async (ctx, { context, result }) => {
    await ctx.db.insert("completions", { context, result });
  },
});

const flow = v.union(
  v.literal("steps"),
  v.literal("retried"),
  v.literal("waiting"),
  v.literal("failing"),
  v.literal("nested"),
  v.literal("replayed"),
);

export const start = mutation({
  args: { flow, text: v.optional(v.string()), context: v.string() },
  handler: async (ctx, { flow, text, context }): Promise<WorkflowId> => {
    const args = text === undefined ? {} : { text };
    const options = { onComplete: internal.flows.completed, context };
    return workflow.start(
      ctx,
      internal.flows[flow] as never,
      args as never,
      options as never,
    );
  },
});

export const status = query({
  args: { workflowId: vWorkflowId },
  handler: async (ctx, { workflowId }) => {
    const status = await workflow.status(ctx, workflowId);
    return status.type === "inProgress" ? { type: status.type } : status;
  },
});

export const approve = mutation({
  args: { workflowId: vWorkflowId, by: v.string() },
  handler: async (ctx, { workflowId, by }) => {
    await workflow.sendEvent(ctx, { workflowId, name: "approval", value: by });
  },
});

export const cancel = mutation({
  args: { workflowId: vWorkflowId },
  handler: (ctx, { workflowId }) => workflow.cancel(ctx, workflowId),
});

export const cleanup = mutation({
  args: { workflowId: vWorkflowId },
  handler: (ctx, { workflowId }) => workflow.cleanup(ctx, workflowId),
});

export const listSteps = query({
  args: { workflowId: vWorkflowId },
  handler: async (ctx, { workflowId }) =>
    (await workflow.listSteps(ctx, workflowId)).page.map(({ name }) => name),
});

export const list = query({
  args: {},
  handler: async (ctx) => (await workflow.list(ctx)).page.length,
});

export const results = query({
  args: { context: v.string() },
  handler: async (ctx, { context }) => {
    const completions = await ctx.db.query("completions").collect();
    return completions
      .filter((completion) => completion.context === context)
      .map(({ result }) => result as unknown);
  },
});

export const notes = query({
  args: { text: v.string() },
  handler: async (ctx, { text }) =>
    (await ctx.db.query("notes").collect()).filter(
      (other) => other.text === text,
    ).length,
});
