import type { MetadataTags } from "mediabunny";
import { reachableUrl } from "../../../lib/reachableUrl";
import { saveFile } from "../../../lib/saveFile";

/**
 * Downloads the file at `url`. Its name is `name` with the extension of its format. `tags` are
 * written into the saved copy; with null, the file is unchanged. Rejects if the file cannot be
 * read.
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
