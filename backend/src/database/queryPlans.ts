import type { Catalog } from "./catalog.ts";
import type { ComponentPath, QueryJson } from "./contract.ts";
import { planQuery, type QueryPlan } from "./queryPlan.ts";

interface Planned {
  readonly component: ComponentPath;
  readonly plan: QueryPlan;
}

/**
 * Caches plans, so that each query object is planned once. Keeps none for
 * an object that is passed only once. A planned query object must not be
 * modified. Call `clear` when tables or indexes change.
 */
export class QueryPlans {
  readonly #catalog: Catalog;
  #planned = new WeakMap<QueryJson, Planned>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /**
   * @throws DatabaseError if the query is malformed or names no existing index
   */
  planOf(component: ComponentPath, query: QueryJson): QueryPlan {
    if (query.isPassing) return planQuery(this.#catalog, component, query);
    const known = this.#planned.get(query);
    if (known?.component === component) return known.plan;
    const plan = planQuery(this.#catalog, component, query);
    this.#planned.set(query, { component, plan });
    return plan;
  }

  clear(): void {
    this.#planned = new WeakMap();
  }
}
