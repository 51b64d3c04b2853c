import { useAction } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Bars } from "../../../convex/shared/bars";
import { loudnessOfFile } from "../../audio/signal/loudnessOfFile";
import { useFailureText } from "../../hooks/useFailureText";
import { usePieceServer } from "../../hooks/usePieceServer";
import { logFailure } from "../../lib/logFailure";
import type { UploadId } from "../../lib/pieces/pieceServer";
import { publishOnce } from "../../lib/pieces/publishOnce";
import { sendInPieces } from "../../lib/pieces/sendInPieces";
import { untilAborted } from "../../lib/untilAborted";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useUploadTexts } from "../../texts/useUploadTexts";
import { judgeFile, type ReadyBeat } from "./judgeFile";
import { readPeaks, UnplayableFile } from "./readPeaks";
import { enteredFacts, type UploadValues } from "./uploadValues";

export type UploadState =
  | { readonly status: "editing"; readonly problem: string | null }
  | { readonly status: "reading" | "checking" }
  | { readonly status: "sending"; readonly percent: number }
  | { readonly status: "done"; readonly beatId: string };

type ChosenBeat = UploadValues & { readonly file: File };

const EDITING: UploadState = { status: "editing", problem: null };

/** Thrown if the file was changed or deleted after it was chosen. */
class UnreadableFile extends Error {}
/** Thrown for a file that is not a usable beat. The form says why. */
class RefusedFile extends Error {}

/**
 * Uploads a beat in steps: read the file, compute its waveform, send it in pieces, let the server
 * check it. Resumes by itself after a broken connection. `upload` never rejects; the outcome is in
 * `state`. `cancel` works until the server starts its check.
 */
export function useUploadBeat(options: { onUnreadable: () => void }) {
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();
  const server = usePieceServer();
  const create = useAction(api.beats.create);
  const [state, setState] = useState<UploadState>(EDITING);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const showFailure = (error: unknown) => {
    logFailure("uploading a beat failed", error);
    if (error instanceof UnreadableFile) options.onUnreadable();
    setState({ status: "editing", problem: textOf(error) });
  };

  const textOf = (error: unknown): string | null => {
    if (error instanceof RefusedFile) return null;
    if (error instanceof UnreadableFile) return t.unexpected;
    if (error instanceof UnplayableFile) return byCode.BEAT_FILE_ODD;
    return failureText(error, t.failed);
  };

  const upload = async (values: ChosenBeat, bars: Bars) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    let begun: UploadId | null = null;
    setState({ status: "reading" });
    try {
      const ready = await readyBeat(values.file);
      const { sound } = ready;
      const peaks = await untilAborted(readPeaks(ready), signal);
      const measuring = loudnessOfFile(sound);
      setState({ status: "sending", percent: 0 });
      const { uploadId, storageId } = await sendInPieces(server, sound, {
        ...{ kind: "beats", signal },
        onBegun: (id) => {
          begun = id;
        },
        onProgress: (percent) => setState(sendingState(percent)),
      });
      setState({ status: "checking" });
      const entered = enteredBeat(values, bars);
      const loudness = await measuring;
      const beat = { ...entered, storageId, peaks, loudness };
      const beatId = await publishOnce(server, uploadId, () => create(beat));
      setState({ status: "done", beatId });
    } catch (error) {
      if (!signal.aborted) showFailure(error);
      else {
        if (begun !== null) server.cancel(begun).catch(() => undefined);
        setState(EDITING);
      }
    } finally {
      running.current = null;
    }
  };

  return {
    state,
    upload,
    cancel: () => running.current?.abort(),
    startOver: () => setState(EDITING),
  };
}

const sendingState = (percent: number): UploadState =>
  percent < 100 ? { status: "sending", percent } : { status: "checking" };

/** Returns the entered facts of a beat as arguments of `beats.create`. */
function enteredBeat(values: ChosenBeat, { grid, key }: Bars) {
  return {
    ...enteredFacts(values),
    terms: values.terms,
    ...(grid && { grid }),
    ...(key !== null && { key }),
  };
}

/** Returns the chosen file in the form in which it is sent. */
async function readyBeat(file: File): Promise<ReadyBeat> {
  const judged = await judgeFile(file).catch((cause: unknown) => {
    throw new UnreadableFile("the chosen file cannot be read", { cause });
  });
  if ("code" in judged) throw new RefusedFile(judged.code);
  return judged;
}
