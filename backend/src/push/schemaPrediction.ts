import type { ComponentPath, ComponentSchema } from "../database/contract.ts";
import { ADMIN } from "../runtime/contract/callers.ts";
import type {
  Deployment,
  FunctionRuntime,
} from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import { describeIndexes, type IndexDescription } from "./indexDiff.ts";

interface IndexPredictionJson {
  readonly name: string;
  readonly change: "added" | "identical" | "dropped";
  readonly needsBackfill: boolean;
  readonly numDocs: number;
}

/**
 * Answers `evaluate_schema`: lists the indexes that a push would add and drop, with
 * the sizes of their tables, so that the CLI can ask before large changes. The
 * answer never reports slow tables, because validating documents is fast here.
 */
export async function predictSchemas(
  runtime: FunctionRuntime,
  before: Deployment | null,
  after: Deployment,
): Promise<unknown> {
  const old = new Map(before?.schemas);
  const predictions = await Promise.all(
    after.components.map(async ({ path, definitionPath }) => {
      const next = new Map(after.schemas).get(path) ?? null;
      const current = old.get(path) ?? null;
      return [
        path,
        {
          definitionPath,
          // `defineSchema().export()` of convex/server made this schema.
          schemaValidation:
            (next as unknown as ComponentSchema | null)?.schemaValidation ??
            false,
          tables: [],
          indexes: await predictIndexes(
            runtime,
            path,
            describeIndexes(current),
            describeIndexes(next),
          ),
        },
      ] as const;
    }),
  );
  const known = new Set(
    before?.components.map(({ definitionPath }) => definitionPath),
  );
  return {
    componentSchemaEvaluations: Object.fromEntries(predictions),
    newComponentDefinitions: [
      ...new Set(after.components.map((component) => component.definitionPath)),
    ].filter((path) => !known.has(path)),
  };
}

async function predictIndexes(
  runtime: FunctionRuntime,
  component: ComponentPath,
  before: readonly IndexDescription[],
  after: readonly IndexDescription[],
): Promise<IndexPredictionJson[]> {
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (table: string): Promise<number> => {
    const size = sizes.get(table) ?? tableSize(runtime, component, table);
    sizes.set(table, size);
    return size;
  };
  const predict = async (
    index: IndexDescription,
    change: IndexPredictionJson["change"],
  ) => ({
    ...index,
    change,
    needsBackfill: change === "added",
    numDocs: await sizeOf(index.name.split(".")[0] ?? ""),
  });
  const old = new Set(before.map((index) => JSON.stringify(index)));
  const next = new Set(after.map((index) => JSON.stringify(index)));
  return await Promise.all([
    ...after.map((index) =>
      predict(index, old.has(JSON.stringify(index)) ? "identical" : "added"),
    ),
    ...before
      .filter((index) => !next.has(JSON.stringify(index)))
      .map((index) => predict(index, "dropped")),
  ]);
}

async function tableSize(
  runtime: FunctionRuntime,
  component: ComponentPath,
  tableName: string,
): Promise<number> {
  const outcome = await runtime.runQuery({
    component,
    path: "_system/cli/tableSize:default",
    args: { tableName },
    caller: ADMIN,
  });
  if (!outcome.ok) {
    throw new HttpError(500, "InternalServerError", outcome.errorMessage);
  }
  return Number(JSON.parse(outcome.valueJson));
}
