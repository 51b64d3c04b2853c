import { deepEqual, equal, rejects } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

/** Fields are in the order in which Convex stores them. */
const doc = (text: string) => ({
  content: [{ content: [{ text, type: "text" }], type: "paragraph" }],
  type: "doc",
});

/** Returns a ProseMirror step that inserts text at a position. */
const step = (at: number, text: string) =>
  JSON.stringify({
    stepType: "replace",
    from: at,
    to: at,
    slice: { content: [{ type: "text", text }] },
  });

const id = "poem";

export const prosemirrorSync: CompatCase = {
  component: "prosemirror-sync",
  checks: [
    {
      functions: ["create", "getSnapshot", "latestVersion"],
      name: "creates documents at version 1 and returns no content for unknown ones",
      run: async (app) => {
        await app.mutation("documents:create", { id, content: doc("rain") });
        deepEqual(await app.query("documents:getSnapshot", { id }), {
          content: JSON.stringify(doc("rain")),
          version: 1,
        });
        equal(await app.query("documents:latestVersion", { id }), 1);
        deepEqual(await app.query("documents:getSnapshot", { id: "none" }), {
          content: null,
        });
      },
    },
    {
      functions: ["submitSteps", "getSteps", "latestVersion"],
      name: "passes one client's steps to the others",
      run: async (app) => {
        const steps = [step(5, " and"), step(9, " wind")];
        deepEqual(
          await app.mutation("documents:submitSteps", {
            id,
            version: 1,
            clientId: "a",
            steps,
          }),
          { status: "synced" },
        );
        equal(await app.query("documents:latestVersion", { id }), 3);
        deepEqual(await app.query("documents:getSteps", { id, version: 1 }), {
          steps,
          clientIds: ["a", "a"],
          version: 3,
        });
      },
    },
    {
      functions: ["submitSteps"],
      name: "rejects steps on an old version and returns the steps to rebase on",
      run: async (app) => {
        const args = { id, version: 1, clientId: "b", steps: [step(1, "x")] };
        deepEqual(await app.mutation("documents:submitSteps", args), {
          status: "needs-rebase",
          clientIds: ["a", "a"],
          steps: [step(5, " and"), step(9, " wind")],
        });
      },
    },
    {
      functions: ["getDoc"],
      name: "applies all steps to the document on the server",
      run: async (app) => {
        deepEqual(await app.mutation("documents:text", { id }), {
          text: "rain and wind",
          version: 3,
        });
      },
    },
    {
      functions: ["transform"],
      name: "changes the document from an action",
      run: async (app) => {
        const args = { id, text: "!" };
        equal(await app.action("documents:append", args), "rain and wind!");
        equal(await app.query("documents:latestVersion", { id }), 4);
      },
    },
    {
      functions: ["submitSnapshot", "getSnapshot"],
      name: "finds snapshots by version and never changes them",
      run: async (app) => {
        const args = { id, version: 4, content: "{}" };
        await rejects(
          app.mutation("documents:submitSnapshot", args),
          /already exists with different content/,
        );
        await app.mutation("documents:submitSnapshot", { ...args, version: 5 });
        deepEqual(
          await app.query("documents:getSnapshot", { id, version: 3 }),
          {
            content: JSON.stringify(doc("rain")),
            version: 1,
          },
        );
      },
    },
    {
      functions: ["syncApi"],
      name: "lets checkWrite reject a write",
      run: async (app) => {
        const args = { id: "locked", version: 1, clientId: "a", steps: [] };
        await rejects(
          app.mutation("documents:submitSteps", args),
          /This document is locked/,
        );
      },
    },
  ],
};
