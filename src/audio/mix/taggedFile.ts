import {
  BlobSource,
  BufferTarget,
  Input,
  type InputFormat,
  MATROSKA,
  type MetadataTags,
  MP3,
  MP4,
  OGG,
  Output,
  WAVE,
  WavOutputFormat,
  WEBM,
} from "mediabunny";
import { mendBeat } from "../signal/mendBeat";
import { copySound, outputFormat } from "./remux";
import { writeId3 } from "./writeId3";

type Extension = "mp3" | "wav" | "webm" | "ogg" | "mp4";

const EXTENSIONS = new Map<InputFormat, Extension>([
  [MP3, "mp3"],
  [WAVE, "wav"],
  [WEBM, "webm"],
  [MATROSKA, "webm"],
  [OGG, "ogg"],
  [MP4, "mp4"],
]);

/**
 * Returns a copy of an audio file with these tags, and the extension for its name. The sound and
 * the pictures are copied unchanged. Without tags, returns the file itself. Rejects if the file's
 * format is unknown.
 */
export async function taggedFile(
  file: Blob,
  tags: MetadataTags | null,
): Promise<{ file: Blob; extension: Extension }> {
  const formats = [...EXTENSIONS.keys()];
  // The headers of older beats may be wrong, and the copy must not repeat them.
  const sound = mendBeat(new Uint8Array(await file.arrayBuffer()));
  const input = new Input({
    source: new BlobSource(new Blob([sound])),
    formats,
  });
  try {
    const extension = EXTENSIONS.get(await input.getFormat());
    if (extension === undefined) throw new Error("the format is not known");
    if (tags === null) return { file, extension };
    const { images = [] } = await input.getMetadataTags();
    const all = { images, ...tags };
    const copy =
      extension === "mp3"
        ? writeId3(sound.buffer, all)
        : await copyWith(input, extension, all);
    return { file: copy, extension };
  } finally {
    input.dispose();
  }
}

async function copyWith(
  input: Input,
  extension: Exclude<Extension, "mp3">,
  tags: MetadataTags,
): Promise<Blob> {
  const target = new BufferTarget();
  const type = `audio/${extension}`;
  const format =
    extension === "wav"
      ? new WavOutputFormat({ metadataFormat: "id3" }) // the format without ID3 lacks half of the tags
      : outputFormat(type);
  const output = new Output({ format, target });
  output.setMetadataTags(tags);
  await copySound(input, output);
  if (!target.buffer) throw new Error("copying gave no data");
  return new Blob([target.buffer], { type });
}
