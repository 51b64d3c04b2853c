import {
  actionGeneric,
  type ActionBuilder,
  type DataModelFromSchemaDefinition,
  internalActionGeneric,
  internalMutationGeneric,
  internalQueryGeneric,
  type MutationBuilder,
  mutationGeneric,
  type QueryBuilder,
  queryGeneric,
} from "convex/server";
import type schema from "./schema.ts";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

/** As generated code has them: no code is generated here. */
export const query: QueryBuilder<DataModel, "public"> = queryGeneric;
export const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
export const action: ActionBuilder<DataModel, "public"> = actionGeneric;
export const internalQuery: QueryBuilder<DataModel, "internal"> =
  internalQueryGeneric;
export const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;
export const internalAction: ActionBuilder<DataModel, "internal"> =
  internalActionGeneric;
