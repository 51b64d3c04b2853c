import { deepEqual, equal, rejects } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";

const text = [1, 2, 3, 4, 5].map((number) => `Sentence ${number}. `).join("");

const create = async (app: Deployment) =>
  String(await app.mutation("streams:create"));

function write(
  app: Deployment,
  path: string,
  streamId: string,
): Promise<Response> {
  const body = JSON.stringify({ streamId });
  return app.fetch(path, { method: "POST", body });
}

export const persistentTextStreaming: CompatCase = {
  component: "persistent-text-streaming",
  checks: [
    {
      functions: ["createStream", "getStreamBody"],
      name: "creates a stream that is pending and empty",
      run: async (app) => {
        const streamId = await create(app);
        deepEqual(await app.query("streams:body", { streamId }), {
          text: "",
          status: "pending",
        });
      },
    },
    {
      functions: ["stream", "getStreamBody"],
      name: "streams the text from an HTTP action and persists it",
      run: async (app) => {
        const streamId = await create(app);
        const response = await write(app, "/write", streamId);
        equal(response.status, 200);
        equal(await response.text(), text);
        const done = { text, status: "done" };
        await app.becomes("streams:body", { streamId }, done);
      },
    },
    {
      functions: ["stream"],
      name: "does not write a stream twice",
      run: async (app) => {
        const streamId = await create(app);
        await (await write(app, "/write", streamId)).text();
        const again = await write(app, "/write", streamId);
        deepEqual([again.status, await again.text()], [205, ""]);
      },
    },
    {
      functions: ["stream", "getStreamBody"],
      name: "persists complete sentences and the error if the writer fails",
      run: async (app) => {
        const streamId = await create(app);
        const response = await write(app, "/write?fail", streamId);
        await response.text().catch(() => undefined);
        await app.becomes(
          "streams:body",
          { streamId },
          { text: "Sentence 1. Sentence 2. ", status: "error" },
        );
      },
    },
    {
      functions: ["deleteStream"],
      name: "deletes a stream",
      run: async (app) => {
        const streamId = await create(app);
        await (await write(app, "/write", streamId)).text();
        await app.mutation("streams:remove", { streamId });
        await rejects(
          app.query("streams:body", { streamId }),
          /Stream not found/,
        );
      },
    },
  ],
};
