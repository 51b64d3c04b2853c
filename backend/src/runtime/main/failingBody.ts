/**
 * Wraps the body of a streamed response for the client. The stream fails if the
 * action takes too long or its worker ends. It then cancels the source, so that
 * the action stops producing bytes.
 */
export function failingBody(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  failure: Promise<never>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  // A worker that has ended cannot confirm the cancellation.
  const cancel = (reason: unknown) =>
    void reader.cancel(reason).catch(() => undefined);
  return new ReadableStream(
    {
      start(controller) {
        failure.catch((error: unknown) => {
          controller.error(error);
          cancel(error);
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (value) controller.enqueue(value);
        if (done) controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
