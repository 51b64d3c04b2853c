import {
  type GenericActionCtx,
  type GenericDataModel,
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
} from "convex/server";

const http = httpRouter();

type Name = { name: string };
const increment = makeFunctionReference<"mutation", Name, number>(
  "counters:increment",
);
const get = makeFunctionReference<"query", Name, number>("counters:get");

http.route({
  path: "/hello",
  method: "GET",
  handler: httpActionGeneric(
    async (_, request) =>
      new Response(`hello ${new URL(request.url).search}`, { status: 202 }),
  ),
});

type Ctx = GenericActionCtx<GenericDataModel>;

/** Adds a route whose body comes piece by piece from `pull`. */
function streamed(
  path: string,
  pull: (
    ctx: Ctx,
    controller: ReadableStreamDefaultController<unknown>,
    /** Number of the piece, counted from 1. */
    piece: number,
  ) => Promise<void> | void,
): void {
  http.route({
    path,
    method: "GET",
    handler: httpActionGeneric(async (ctx) => {
      let piece = 0;
      const body = new ReadableStream({
        pull: (controller) => pull(ctx, controller, (piece += 1)),
        async cancel() {
          await ctx.runMutation(increment, { name: `${path} cancelled` });
        },
      });
      return new Response(body, { headers: { "x-streamed": "yes" } });
    }),
  });
}

const text = (value: string) => new TextEncoder().encode(value);
const CHUNK = new Uint8Array(65_536);

/** Sends the second half once the counter "go" is set. */
streamed("/halves", async (ctx, controller, piece) => {
  if (piece === 1) {
    controller.enqueue(text("first "));
    return;
  }
  while ((await ctx.runQuery(get, { name: "go" })) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  controller.enqueue(text("second"));
  controller.close();
});

streamed("/endless", async (ctx, controller) => {
  await ctx.runMutation(increment, { name: "chunks" });
  controller.enqueue(CHUNK);
});

streamed("/tooMuch", (_, controller) => controller.enqueue(CHUNK));

streamed("/fails", (_, controller, piece) => {
  if (piece === 4) throw new Error("half-way");
  controller.enqueue(CHUNK);
});

streamed("/stalls", (_, controller, piece) => {
  if (piece === 2) return new Promise(() => undefined);
  controller.enqueue(CHUNK);
});

/** Counts each piece and returns the total number of bytes. */
http.route({
  path: "/upload",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    let sizeBytes = 0;
    // A request body is a stream of bytes; its type does not say so.
    const body = request.body as ReadableStream<Uint8Array>;
    for await (const piece of body) {
      sizeBytes += piece.byteLength;
      await ctx.runMutation(increment, { name: "pieces" });
    }
    return Response.json({ sizeBytes });
  }),
});

http.route({
  path: "/refuse",
  method: "POST",
  handler: httpActionGeneric(async () => new Response("no", { status: 403 })),
});

http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => new Response(request.body)),
});

/** Answers with all bytes at once. */
http.route({
  path: "/whole",
  method: "POST",
  handler: httpActionGeneric(
    async (_, request) => new Response(await request.arrayBuffer()),
  ),
});

http.route({
  path: "/noBytes",
  method: "GET",
  handler: httpActionGeneric(
    async () =>
      new Response(
        new ReadableStream({
          // TypeScript would reject this call.
          start: (controller) => controller.enqueue("a text" as never),
        }),
      ),
  ),
});

export default http;
