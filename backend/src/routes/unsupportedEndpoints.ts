/**
 * Endpoints of Convex that this backend does not have. The error tells callers
 * what to use instead.
 */
import { HttpError } from "../http/httpError.ts";

const STREAMING_EXPORT =
  "Streaming export is not supported by the embedded backend, which keeps no history of documents. `npx convex export` writes one state of everything.";
const STREAMING_IMPORT =
  "Streaming import is not supported by the embedded backend. Use `npx convex import`.";
const DASHBOARD =
  "The dashboard is not supported by the embedded backend. Use `npx convex data`, `run`, `env`, `logs` and `function-spec`.";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["/api/json_schemas", STREAMING_EXPORT],
  ["/api/list_snapshot", STREAMING_EXPORT],
  ["/api/document_deltas", STREAMING_EXPORT],
  ["/api/get_tables_and_columns", STREAMING_EXPORT],
  ["/api/shapes2", DASHBOARD],
  ["/api/get_indexes", DASHBOARD],
  ["/api/stream_udf_execution", DASHBOARD],
  ["/api/v1/list_environment_variables", DASHBOARD],
]);

const FOLDERS: readonly (readonly [string, string])[] = [
  ["/api/streaming_export/", STREAMING_EXPORT],
  ["/api/streaming_import/", STREAMING_IMPORT],
  ["/api/app_metrics/", DASHBOARD],
];

/**
 * Returns the error for an unknown address below `/api/`. Endpoints known to be
 * missing get status 400, because the CLI retries after a 404.
 */
export function noSuchEndpoint(path: string): HttpError {
  const reason =
    REASONS.get(path) ??
    FOLDERS.find(([folder]) => path.startsWith(folder))?.[1];
  return reason === undefined
    ? new HttpError(404, "NotFound", "There is no such endpoint.")
    : new HttpError(400, "NotSupported", reason);
}
