/** The public functions that publish, for whoever makes content outside the browser. */
import { makeFunctionReference } from "convex/server";

export const generateUploadUrl = makeFunctionReference<
  "mutation",
  { kind: "beats" | "verses" },
  string
>("files:generateUploadUrl");

export const createBeat = makeFunctionReference<
  "action",
  {
    storageId: string;
    fileName: string;
    title: string;
    genre: string;
    bpm: number;
    tags: string[];
    peaks: number[];
  },
  string
>("beats:create");

export const createVerse = makeFunctionReference<
  "action",
  { beatId: string; storageId: string; peaks: number[]; durationMs: number },
  string
>("verses:create");
