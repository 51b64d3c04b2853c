import { useAction, useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { summariseAudio } from "../../audio/summariseAudio";
import { useFailureText } from "../../hooks/useFailureText";
import { logFailure } from "../../lib/logFailure";
import { untilAborted } from "../../lib/untilAborted";
import { useTexts } from "../../texts/TextsProvider";
import { sendFile } from "./sendFile";
import { beatContentType, toBpm, type UploadValues } from "./uploadForm";

export type UploadState =
  | { readonly phase: "editing"; readonly problem: string | null }
  | { readonly phase: "reading" | "checking" }
  | { readonly phase: "sending"; readonly percent: number }
  | { readonly phase: "done"; readonly beatId: string };

const EDITING: UploadState = { phase: "editing", problem: null };

/** The file changed or went away since it was chosen. */
class UnreadableFile extends Error {}

export function useUploadBeat(options: { onUnreadable: () => void }) {
  const t = useTexts("upload");
  const failureText = useFailureText();
  const generateUploadUrl = useMutation(api.files.generateUploadUrl);
  const create = useAction(api.beats.create);
  const [state, setState] = useState<UploadState>(EDITING);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const upload = async (values: UploadValues & { file: File }) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ phase: "reading" });
    try {
      const file = await readFile(values.file);
      const peaks = await untilAborted(readPeaks(file), signal);
      const asked = generateUploadUrl({ kind: "beats" });
      const url = await untilAborted(asked, signal);
      setState({ phase: "sending", percent: 0 });
      const storageId = await sendFile(url, file, {
        signal,
        onProgress: (percent) =>
          setState(
            percent < 100
              ? { phase: "sending", percent }
              : { phase: "checking" },
          ),
      });
      setState({ phase: "checking" });
      const beatId = await create({
        storageId: storageId as Id<"_storage">, // the upload address answers with a storage id
        fileName: values.file.name,
        title: values.title.trim(),
        genre: values.genre ?? "",
        bpm: toBpm(values.bpm),
        tags: [...values.tags],
        peaks,
      });
      setState({ phase: "done", beatId });
    } catch (error) {
      if (signal.aborted) {
        setState(EDITING);
        return;
      }
      logFailure("uploading a beat failed", error);
      const isUnreadable = error instanceof UnreadableFile;
      if (isUnreadable) options.onUnreadable();
      setState({
        phase: "editing",
        problem: isUnreadable ? t.unexpected : failureText(error, t.failed),
      });
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

/** Reads it once: what is sent is what was drawn, whatever happens to the file meanwhile. */
async function readFile(file: File): Promise<Blob> {
  try {
    const data = await file.arrayBuffer();
    return new Blob([data], { type: beatContentType(file.name) });
  } catch (error) {
    throw new UnreadableFile("the chosen file cannot be read", {
      cause: error,
    });
  }
}

/** What this browser cannot decode may still be a beat; the server judges, and the waveform stays flat. */
async function readPeaks(file: Blob): Promise<number[]> {
  try {
    return (await summariseAudio(file)).peaks;
  } catch {
    return [];
  }
}
