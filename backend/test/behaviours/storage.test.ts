import { createHash } from "node:crypto";
import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

function store(d: Deployment, text: string, type?: string): Promise<string> {
  return d.action<string>(
    "files:store",
    type === undefined ? { text } : { text, type },
  );
}

async function upload(d: Deployment, init: RequestInit): Promise<string> {
  const url = await d.mutation<string>("files:uploadUrl");
  const response = await fetch(url, { method: "POST", ...init });
  const { storageId } = (await response.json()) as { storageId: string };
  return storageId;
}

const notServed = {
  why: "file URLs can be fetched; on convex-test they lead nowhere",
  wanted: true,
} as const;

behaviours("storage", {}, [
  {
    title: "a stored file can be read",
    run: async (d) => {
      const id = await store(d, "a verse");
      return (await d.action<{ text: string }>("files:read", { id })).text;
    },
    is: "a verse",
  },
  {
    title: "a file keeps its type",
    run: async (d) => {
      const id = await store(d, "a verse", "audio/webm");
      return (await d.action<{ type: string }>("files:read", { id })).type;
    },
    is: "audio/webm",
  },
  {
    title: "an empty file can be stored",
    run: async (d) => {
      const id = await store(d, "");
      return (await d.action<{ text: string }>("files:read", { id })).text;
    },
    is: "",
  },
  {
    title: "metadata has size and date",
    run: async (d) => {
      const id = await store(d, "a verse");
      const { size, sameId, isDated } = await d.query<Record<string, unknown>>(
        "files:metadata",
        { id },
      );
      return { size, sameId, isDated };
    },
    is: { size: 7, sameId: true, isDated: true },
  },
  {
    title: "metadata has the type",
    run: async (d) => {
      const id = await store(d, "a verse", "audio/webm");
      const { contentType } = await d.query<{ contentType?: string }>(
        "files:metadata",
        { id },
      );
      return contentType ?? null;
    },
    differs: {
      convexTest: { is: null },
      embedded: { is: "audio/webm" },
      why: "file metadata includes the content type; on convex-test it does not",
      wanted: true,
    },
  },
  {
    title: "metadata has the SHA-256",
    run: async (d) => {
      const id = await store(d, "a verse");
      const { sha256 } = await d.query<{ sha256: string }>("files:metadata", {
        id,
      });
      return sha256;
    },
    is: createHash("sha256").update("a verse").digest("base64"),
  },
  {
    title: "files are listed",
    run: async (d) => {
      await store(d, "one");
      await store(d, "three");
      return d.query("files:list");
    },
    is: [3, 5],
  },
  {
    title: "a file has a URL",
    run: async (d) => {
      const id = await store(d, "a verse");
      const url = await d.query<string>("files:url", { id });
      return new URL(url).pathname.startsWith("/api/storage/");
    },
    is: true,
  },
  {
    title: "the URL serves the file",
    run: async (d) => {
      const id = await store(d, "a verse", "audio/webm");
      const response = await fetch(await d.query<string>("files:url", { id }));
      return [await response.text(), response.headers.get("content-type")];
    },
    differs: {
      convexTest: { failsWith: "fetch failed" },
      embedded: { is: ["a verse", "audio/webm"] },
      ...notServed,
    },
  },
  ...["video/mp4", "application/pdf"].map((type) => ({
    title: `a file of type ${type} is displayed`,
    run: async (d: Deployment) => {
      const id = await store(d, "a verse", type);
      const { headers } = await fetch(await d.query("files:url", { id }));
      return ["content-type", "content-disposition"].map((name) =>
        headers.get(name),
      );
    },
    differs: {
      convexTest: { failsWith: "fetch failed" },
      embedded: { is: [type, "inline"] },
      ...notServed,
    },
  })),
  {
    title: "a file that could run as a page is served as a download",
    run: async (d) => {
      const id = await store(d, "<script>", "text/html");
      const { headers } = await fetch(await d.query("files:url", { id }));
      return headers.get("content-type");
    },
    differs: {
      convexTest: { failsWith: "fetch failed" },
      embedded: { is: "application/octet-stream" },
      why: "files that are neither audio, video, images nor PDFs are served as `application/octet-stream`, a download",
      wanted: true,
    },
  },
  {
    title: "a deleted file is gone",
    run: async (d) => {
      const id = await store(d, "a verse");
      await d.mutation("files:remove", { id });
      return [
        await d.query("files:url", { id }),
        await d.query("files:metadata", { id }),
        await d.action("files:read", { id }),
      ];
    },
    is: [null, null, null],
  },
  {
    title: "an action deletes a file",
    run: async (d) => {
      const id = await store(d, "a verse");
      await d.action("files:removeInAction", { id });
      return d.query("files:url", { id });
    },
    is: null,
  },
  {
    title: "a file is kept if the mutation that deletes it fails",
    run: async (d) => {
      const id = await store(d, "a verse");
      await d.mutation("files:removeAndFail", { id }).catch(() => undefined);
      return (await d.action<{ text: string }>("files:read", { id })).text;
    },
    is: "a verse",
  },
  {
    title: "a file can be deleted only once",
    run: async (d) => {
      const id = await store(d, "a verse");
      await d.mutation("files:remove", { id });
      return d.mutation("files:remove", { id });
    },
    differs: {
      convexTest: { failsWith: "non-existent doc" },
      embedded: { failsWith: "There is no file" },
      why: "deleting a file that no longer exists fails with `There is no file`; convex-test says `Delete on non-existent doc`",
      wanted: true,
    },
  },
  {
    title: "a mutation creates an upload URL",
    run: async (d) => {
      const url = new URL(await d.mutation<string>("files:uploadUrl"));
      return [url.pathname, url.searchParams.has("token")];
    },
    is: ["/api/storage/upload", true],
  },
  {
    title: "an action creates an upload URL",
    run: async (d) =>
      new URL(await d.action<string>("files:uploadUrlInAction")).pathname,
    is: "/api/storage/upload",
  },
  {
    title: "an uploaded file is stored",
    run: async (d) => {
      const headers = { "content-type": "audio/webm" };
      const id = await upload(d, { body: "uploaded", headers });
      return d.action("files:read", { id });
    },
    differs: {
      convexTest: { failsWith: "fetch failed" },
      embedded: { is: { text: "uploaded", type: "audio/webm" } },
      ...notServed,
    },
  },
  {
    title: "a document's id is not accepted as a file",
    run: async (d) => {
      const [id = ""] = await d.mutation<string[]>("notes:add", {
        notes: [{ owner: "x", text: "x", likes: 0 }],
      });
      return d.query("files:url", { id });
    },
    failsWith: "_storage",
  },
]);
