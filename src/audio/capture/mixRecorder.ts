import {
  BITS_PER_SECOND,
  CHUNK_MS,
  pickRecordingFormat,
} from "../signal/recordingFormat";

/** Prepares the recorder of the mix. `chunks` holds what the recorder has recorded so far. */
export function prepareRecorder(
  mix: MediaStream,
  onChunk: (chunk: Blob, mimeType: string) => void,
): { recorder: MediaRecorder; chunks: Blob[] } {
  const recorder = makeRecorder(mix);
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0) return;
    chunks.push(data);
    onChunk(data, recorder.mimeType);
  });
  return { recorder, chunks };
}

function makeRecorder(mix: MediaStream): MediaRecorder {
  const { mimeType } = pickRecordingFormat((type) =>
    MediaRecorder.isTypeSupported(type),
  );
  return new MediaRecorder(mix, {
    mimeType,
    audioBitsPerSecond: BITS_PER_SECOND,
  });
}

/**
 * Resolves once the recorder runs. The beat starts only then, so that its beginning is not cut off.
 */
export function begin(recorder: MediaRecorder): Promise<void> {
  return new Promise((resolve, reject) => {
    recorder.addEventListener("start", () => resolve(), { once: true });
    recorder.addEventListener("error", () => reject(new Error("recorder")), {
      once: true,
    });
    recorder.start(CHUNK_MS);
  });
}

export function finish(recorder: MediaRecorder): Promise<void> {
  if (recorder.state === "inactive") return Promise.resolve();
  return new Promise((resolve) => {
    recorder.addEventListener("stop", () => resolve(), { once: true });
    recorder.stop();
  });
}
