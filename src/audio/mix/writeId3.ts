import { ID3Writer } from "browser-id3-writer";
import type { AttachedImage, MetadataTags } from "mediabunny";

/** Picture types in an ID3 tag. */
const FRONT_COVER = 3;
const OTHER = 0;

/**
 * Puts tags before the frames of an MP3 file, in place of any existing tags. Copies the frames byte
 * by byte: copying packets would lose the header that tells players where the sound begins, and the
 * beat would start late.
 */
export function writeId3(mp3: ArrayBuffer, tags: MetadataTags): Blob {
  const { title, artist, genre, beatsPerMinute, comment, images = [] } = tags;
  const writer = new ID3Writer(mp3);
  if (title !== undefined) writer.setFrame("TIT2", title);
  if (artist !== undefined) writer.setFrame("TPE1", [artist]);
  if (genre !== undefined) writer.setFrame("TCON", [genre]);
  if (beatsPerMinute !== undefined) {
    writer.setFrame("TBPM", Math.round(beatsPerMinute));
  }
  if (comment !== undefined) {
    writer.setFrame("COMM", { description: "", text: comment });
  }
  for (const image of images) addPicture(writer, image);
  writer.addTag();
  return writer.getBlob();
}

function addPicture(
  writer: ID3Writer,
  { data, kind, description = "" }: AttachedImage,
) {
  try {
    writer.setFrame("APIC", {
      type: kind === "coverFront" ? FRONT_COVER : OTHER,
      data: data.slice().buffer,
      description,
      useUnicodeEncoding: true,
    });
  } catch {
    // The writer does not know this type of picture, so the copy goes without it.
  }
}
