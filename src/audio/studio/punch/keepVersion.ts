import type { FinishedTake } from "../../store/finishedTake";
import type { Stem } from "../../store/stem";
import type { TakeVersion } from "../../store/takeStore";
import type { TakeToWrite } from "../storing/takeWriter";
import type { PunchedTake, PunchParts } from "./punchParts";

export type NewVersion = FinishedTake & { readonly stem: Stem };

/**
 * Stores a new version of a take beside the earlier one and puts it on the shelf. Resolves to false
 * if the device cannot store it, or has not done so yet; the version is then in memory. Never
 * changes the earlier version. Once the new version is stored, the separate copy of its new bars is
 * deleted.
 */
export async function keepVersion(
  parts: PunchParts,
  { take: earlier, userId, beatId }: PunchedTake,
  version: NewVersion,
  bars: Omit<TakeVersion, "of">,
): Promise<boolean> {
  const { id, file, durationMs, credit, stem } = version;
  const row: TakeToWrite = {
    ...{ id, userId, beatId, durationMs },
    ...(credit && { credit }),
    version: { ...bars, of: earlier.id },
  };
  let isKept = false;
  const writer = parts.unsaved.begin(row, (problem) => {
    isKept = problem === null;
    if (isKept) parts.newBars.remove(earlier.id).catch(parts.onFailure);
    tellKept(parts, version, isKept);
  });
  writer.onChunk(file, file.type);
  await parts.unsaved.confirm(id);
  // The voice is stored after the take itself, which matters more if room is short.
  writer.onStem(stem.info);
  for (const block of stem.blocks) writer.onStemBlock(block);
  parts.shelf.add(version, parts.now(), isKept, row.version);
  return isKept;
}

/** If the recorder shows this version, tells the recorder too. */
function tellKept(
  { recorder, shelf }: PunchParts,
  version: NewVersion,
  isKept: boolean,
): void {
  shelf.setKept(version.id, isKept);
  const state = recorder.getState();
  const isShown = "take" in state && state.take?.id === version.id;
  if (isShown) recorder.show(version, isKept);
}
