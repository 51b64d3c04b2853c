/** The functions that inline queries import to register themselves. */
export {
  internalQueryGeneric as internalQuery,
  queryGeneric as query,
} from "convex/server";
