import { convexToJson, jsonToConvex } from "convex/values";
import type { ImportedDocument } from "../database/contract.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { errorText } from "../log/errorText.ts";

/**
 * A problem with an imported file. The message is shown to the person who sent the
 * file.
 */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/**
 * Converts a document from a file: plain JSON or Convex-JSON, with or without
 * system fields. `at` is its position, for error messages.
 * @throws ImportError
 */
export function toImportedDocument(
  json: unknown,
  line: number,
  at: string,
): ImportedDocument {
  if (!isObject(json)) throw new ImportError(`${at}: not a JSON object.`);
  const { _id, _creationTime, ...fields } = json;
  if (_id !== undefined && typeof _id !== "string") {
    throw new ImportError(`${at}: "_id" must be a string.`);
  }
  if (_creationTime !== undefined && !isTime(_creationTime)) {
    throw new ImportError(
      `${at}: "_creationTime" must be a number of milliseconds.`,
    );
  }
  return {
    id: _id ?? null,
    creationTime: _creationTime ?? null,
    value: normalised(fields, at),
    line,
  };
}

/**
 * Encodes fields like stored documents, so that equal documents have equal
 * texts.
 */
function normalised(fields: ConvexJsonObject, at: string): ConvexJsonObject {
  try {
    // An object of fields always converts to an object of fields.
    return convexToJson(jsonToConvex(fields)) as ConvexJsonObject;
  } catch (error) {
    throw new ImportError(`${at}: ${errorText(error)}`);
  }
}

function isObject(json: unknown): json is ConvexJsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function isTime(value: ConvexJson): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
