import { expect } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { sha256Of } from "../model/sha256";
import {
  PIECES_PATH,
  PIECE_INDEX_HEADER,
  PIECE_SHA256_HEADER,
  type UploadState,
  UPLOAD_ID_HEADER,
  pieceCountOf,
} from "../shared/uploads";
import { MESSAGES, type ErrorCode } from "../shared/messages";
import type { FileKind } from "../shared/validators";
import type { Person, World } from "./test.world";

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns pseudo-random bytes, so that no two pieces are equal. */
export function noise(length: number, seed = 1): Bytes {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >> 16;
  });
}

export const beginUpload = (
  person: Pick<Person, "mutation">,
  bytes: Bytes,
  { kind = "beats", contentType = "audio/mpeg" }: Partial<Kind> = {},
): Promise<UploadState> =>
  person.mutation(api.uploads.begin, {
    ...{ kind, contentType, sizeBytes: bytes.length, sha256: sha256Of(bytes) },
  });

interface Kind {
  kind: FileKind;
  contentType: string;
}

export const pieceOf = (bytes: Bytes, { pieceBytes }: UploadState, n: number) =>
  bytes.slice(n * pieceBytes, (n + 1) * pieceBytes);

export interface SentPiece {
  uploadId: string;
  index: number | string;
  body: Bytes;
  sha256?: string;
}

/** Posts a piece as a browser does; `person` is null when signed out. */
export async function postPiece(
  world: World,
  person: Person | null,
  { uploadId, index, body, sha256 = sha256Of(body) }: SentPiece,
): Promise<Response> {
  const sessions = await world.rows("authSessions");
  const session = sessions.find(({ userId }) => userId === person?.userId);
  const subject = `${person?.userId}|${session?._id}`;
  const caller = person ? world.t.withIdentity({ subject }) : world.t;
  return caller.fetch(PIECES_PATH, {
    method: "POST",
    body,
    headers: {
      [UPLOAD_ID_HEADER]: uploadId,
      [PIECE_INDEX_HEADER]: `${index}`,
      [PIECE_SHA256_HEADER]: sha256,
    },
  });
}

/** Sends these pieces of the file, and returns the statuses. */
export async function sendPieces(
  world: World,
  person: Person,
  bytes: Bytes,
  state: UploadState,
  indexes: readonly number[] = allOf(state),
): Promise<number[]> {
  const statuses: number[] = [];
  for (const index of indexes) {
    const body = pieceOf(bytes, state, index);
    const { uploadId } = state;
    const answer = await postPiece(world, person, { uploadId, index, body });
    statuses.push(answer.status);
  }
  return statuses;
}

export const allOf = (state: UploadState): number[] =>
  Array.from({ length: pieceCountOf(state) }, (_, index) => index);

/** Sends a whole file in pieces and joins them. */
export async function uploadInPieces(
  world: World,
  person: Person,
  bytes: Bytes,
  kind?: Partial<Kind>,
): Promise<{ uploadId: Id<"uploads">; storageId: Id<"_storage"> }> {
  const state = await beginUpload(person, bytes, kind);
  await sendPieces(world, person, bytes, state);
  const { uploadId } = state;
  const storageId = await person.action(api.uploads.join, { uploadId });
  return { uploadId, storageId };
}

/** Returns how many bytes count towards the quota of a person. */
export const usedBy = async (world: World, { userId }: Person) => {
  const rows = await world.rows("storageUse");
  return rows.find((row) => row.userId === userId)?.bytes ?? 0;
};

/** Expects that nothing is left of any upload, neither rows nor files. */
export async function expectNothing(world: World, person: Person) {
  expect(await world.rows("uploads")).toEqual([]);
  expect(await world.rows("uploadPieces")).toEqual([]);
  expect(await world.storedFiles()).toEqual([]);
  expect(await usedBy(world, person)).toBe(0);
}

/** Expects that a piece is refused with this code, and not stored. */
export async function expectPieceRefusal(
  world: World,
  person: Person | null,
  piece: SentPiece,
  code: ErrorCode,
) {
  const before = await world.storedFiles();
  const answer = await postPiece(world, person, piece);
  expect(await answer.json()).toMatchObject({ code, message: MESSAGES[code] });
  expect(answer.ok).toBe(false);
  expect(await world.storedFiles()).toEqual(before);
}
