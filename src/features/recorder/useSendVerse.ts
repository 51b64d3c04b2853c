import { useAction, useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { BeatCard } from "../../../convex/shared/validators";
import { SendError, type SendOptions } from "../../audio/recorder";
import type { FinishedTake } from "../../audio/takeMachine";
import { useFailureText } from "../../hooks/useFailureText";
import { logFailure } from "../../lib/logFailure";
import { untilAborted } from "../../lib/untilAborted";
import { useTexts } from "../../texts/TextsProvider";
import { sendFile } from "../upload/sendFile";

/** Puts a take on the server: file first, then the verse that claims it. */
export function useSendVerse(beatId: BeatCard["id"]) {
  const t = useTexts("recorder").problems;
  const failureText = useFailureText();
  const generateUploadUrl = useMutation(api.files.generateUploadUrl);
  const create = useAction(api.verses.create);

  return async (take: FinishedTake, options: SendOptions): Promise<void> => {
    try {
      const asked = generateUploadUrl({ kind: "verses" });
      const url = await untilAborted(asked, options.signal);
      const storageId = await sendFile(url, take.file, options);
      await create({
        beatId,
        storageId: storageId as Id<"_storage">, // the upload address answers with a storage id
        peaks: take.peaks,
        durationMs: take.durationMs,
      });
    } catch (error) {
      if (!options.signal.aborted)
        logFailure("uploading a verse failed", error);
      throw new SendError(failureText(error, t.upload), error);
    }
  };
}
