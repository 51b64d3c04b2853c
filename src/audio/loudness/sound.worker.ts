import { SoundJob, type SoundOptions } from "./soundJob";

export type SoundRequest =
  | { readonly kind: "begin"; readonly options: SoundOptions }
  | { readonly kind: "add"; readonly channels: Float32Array<ArrayBuffer>[] }
  | { readonly kind: "end" };

let job: SoundJob | null = null;

/** The first request only creates the job; every later one is answered with the job's result. */
self.onmessage = ({ data }: MessageEvent<SoundRequest>) => {
  if (data.kind === "begin") job = new SoundJob(data.options);
  else if (data.kind === "add") reply(job?.add(data.channels) ?? []);
  else self.postMessage(job?.end());
};

function reply(channels: Float32Array<ArrayBuffer>[]): void {
  const transfer = channels.map(({ buffer }) => buffer);
  self.postMessage(channels, { transfer });
}
