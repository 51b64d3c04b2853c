import type { MetadataTags } from "mediabunny";
import { reachableUrl } from "../../../lib/reachableUrl";
import { saveFile } from "../../../lib/saveFile";

/**
 * Downloads the file at `url` under `name`, to which the extension of its format is added. With
 * `tags`, the saved copy has them; with null it is the very file. Rejects if it cannot be read.
 */
export async function saveSound(
  url: string,
  name: string,
  tags: MetadataTags | null,
): Promise<void> {
  const response = await fetch(reachableUrl(url));
  if (!response.ok) {
    throw new Error(`the file was answered with ${response.status}`);
  }
  const stored = await response.blob();
  const { taggedFile } = await import("../../../audio/mix/taggedFile");
  const { file, extension } = await taggedFile(stored, tags);
  saveFile(file, `${name}.${extension}`);
}
