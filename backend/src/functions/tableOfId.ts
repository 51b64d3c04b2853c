import type { ComponentPath, Database } from "../database/contract.ts";
import type { TableOfId } from "../values/validators.ts";

export function tableOfId(
  database: Database,
  component: ComponentPath,
): TableOfId {
  return (id) => {
    const found = database.locate(id);
    return found?.component === component ? found.table : null;
  };
}
