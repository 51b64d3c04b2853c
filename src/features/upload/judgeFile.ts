import {
  judgeBeat,
  type JudgedBeat,
} from "../../../convex/shared/audio/judgeBeat";
import type { ErrorCode } from "../../../convex/shared/messages";
import { mendBeat } from "../../audio/signal/mendBeat";
import { tagText } from "../../audio/analysis/tagText";

/** A chosen file in the form in which it will be sent. */
export interface ReadyBeat extends JudgedBeat {
  readonly sound: Blob;
  /** The title in the tag of the file; "" if there is none. */
  readonly tagTitle: string;
}

export type JudgedFile = ReadyBeat | { readonly code: ErrorCode };

const CONTENT_TYPES = { mp3: "audio/mpeg", wav: "audio/wav" } as const;
const judged = new WeakMap<File, Promise<JudgedFile>>();

/**
 * Reads a chosen file into memory, repairs what some browsers cannot play, and checks it by the
 * server's rules. Each file is read only once, so that a later change on disk cannot make the
 * upload differ from what was shown. Rejects if the file cannot be read.
 */
export function judgeFile(file: File): Promise<JudgedFile> {
  const known = judged.get(file);
  if (known) return known;
  const judging = judge(file);
  judged.set(file, judging);
  return judging;
}

async function judge(file: File): Promise<JudgedFile> {
  const chosen = new Uint8Array(await file.arrayBuffer());
  const bytes = mendBeat(chosen);
  const beat = judgeBeat(bytes);
  if ("code" in beat) return beat;
  // The type comes from the contents, because browsers derive it from the name, which may be wrong.
  // The file keeps its name, which may state the tempo.
  const type = CONTENT_TYPES[beat.format];
  const sound = new File([bytes], file.name, { type });
  return { ...beat, sound, tagTitle: tagText(chosen, "TIT2") };
}
