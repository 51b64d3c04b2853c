import { deepEqual, equal, rejects } from "node:assert/strict";
import { startBucket } from "../harness/bucket.ts";
import type { CompatCase } from "../harness/compatCase.ts";

export const r2: CompatCase = {
  component: "r2",
  note: "A local server stands in for the bucket",
  startService: startBucket,
  checks: [
    {
      functions: ["generateUploadUrl", "syncMetadata", "clientApi"],
      name: "uploads a file to a signed URL and stores its metadata",
      run: async (app) => {
        const { key, url } = (await app.mutation(
          "files:generateUploadUrl",
        )) as { key: string; url: string };
        const headers = { "content-type": "text/plain" };
        const init = { method: "PUT", headers, body: "hello" };
        equal((await fetch(url, init)).status, 200);
        await app.mutation("files:syncMetadata", { key });
        await app.becomes("files:size", { key }, 5);
        const calls = ["onUpload", "onSyncMetadata"];
        await app.becomes("files:calls", { key }, calls);
      },
    },
    {
      functions: ["store", "getUrl", "getMetadata"],
      name: "stores a file from an action and serves it at a signed URL",
      run: async (app) => {
        const args = { key: "stored.txt", text: "from an action" };
        equal(await app.action("files:store", args), "stored.txt");
        const key = { key: "stored.txt" };
        const url = String(await app.query("files:getUrl", key));
        equal(await (await fetch(url)).text(), args.text);
        const metadata = await app.query("files:getMetadata", key);
        const { contentType, size, lastModified } = metadata as {
          contentType: string;
          size: number;
          lastModified: string;
        };
        deepEqual(
          [contentType, size, lastModified],
          ["text/plain", 14, "2026-11-21T10:00:00.000Z"],
        );
      },
    },
    {
      functions: ["store"],
      name: "rejects a key that is already stored",
      run: async (app) => {
        await rejects(
          app.action("files:store", { key: "stored.txt", text: "again" }),
          /Metadata already exists for key stored.txt/,
        );
      },
    },
    {
      functions: ["listMetadata"],
      name: "lists metadata in pages",
      run: async (app) => {
        const sizes: number[] = [];
        let cursor: string | null = null;
        for (;;) {
          const paginationOpts = { numItems: 1, cursor };
          const page = (await app.query("files:listMetadata", {
            paginationOpts,
          })) as {
            page: { size: number }[];
            isDone: boolean;
            continueCursor: string;
          };
          sizes.push(...page.page.map(({ size }) => size));
          if (page.isDone) break;
          cursor = page.continueCursor;
        }
        deepEqual(sizes, [5, 14]);
      },
    },
    {
      functions: ["deleteObject"],
      name: "deletes a file here and in the bucket",
      run: async (app) => {
        const key = { key: "stored.txt" };
        const url = String(await app.query("files:getUrl", key));
        await app.mutation("files:deleteObject", key);
        await app.becomes("files:size", key, null);
        for (let status = 200; status === 200;) {
          ({ status } = await fetch(url));
        }
        deepEqual(await app.query("files:calls", key), ["onDelete"]);
      },
    },
  ],
};
