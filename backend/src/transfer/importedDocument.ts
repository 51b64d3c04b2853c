import { convexToJson, jsonToConvex } from "convex/values";
import type { ImportedDocument } from "../database/contract.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";

/** What is wrong with a file that is imported, in words for whoever sent it. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/**
 * A document as files have it: plain JSON or Convex-JSON, with or without
 * system fields. `at` says where it stands.
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
    throw new ImportError(`${at}: "_id" must be a text.`);
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

/** In the spelling of stored documents, so that equal ones have equal texts. */
function normalised(fields: ConvexJsonObject, at: string): ConvexJsonObject {
  try {
    // An object of fields gives an object of fields.
    return convexToJson(jsonToConvex(fields)) as ConvexJsonObject;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(`${at}: ${reason}`);
  }
}

function isObject(json: unknown): json is ConvexJsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function isTime(value: ConvexJson): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
