import {
  PersistentTextStreaming,
  type StreamId,
  StreamIdValidator,
} from "@convex-dev/persistent-text-streaming";
import { components } from "./_generated/api";
import { httpAction, mutation, query } from "./_generated/server";

const streaming = new PersistentTextStreaming(
  components.persistentTextStreaming,
);
const streamId = { streamId: StreamIdValidator };

export const create = mutation({
  args: {},
  handler: (ctx) => streaming.createStream(ctx),
});

export const body = query({
  args: streamId,
  handler: (ctx, { streamId }) =>
    streaming.getStreamBody(ctx, streamId as StreamId),
});

export const remove = mutation({
  args: streamId,
  handler: (ctx, { streamId }) =>
    streaming.deleteStream(ctx, streamId as StreamId),
});

/** Writes five sentences. With `?fail` it throws after two. */
export const write = httpAction(async (ctx, request) => {
  const { streamId } = (await request.json()) as { streamId: StreamId };
  const fails = new URL(request.url).searchParams.has("fail");
  return streaming.stream(
    ctx,
    request,
    streamId,
    async (_ctx, _request, _id, append) => {
      for (let number = 1; number <= 5; number++) {
        if (fails && number === 3) throw new Error("The writer fails.");
        await append(`Sentence ${number}`);
        await append(". ");
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  );
});
