import {
  type ActionBuilder,
  actionGeneric,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  mutationGeneric,
  type QueryBuilder,
  queryGeneric,
} from "convex/server";
import type schema from "./schema.ts";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

/** Plays the part of generated code, which this app does not have. */
export const query: QueryBuilder<DataModel, "public"> = queryGeneric;
export const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
export const action: ActionBuilder<DataModel, "public"> = actionGeneric;
