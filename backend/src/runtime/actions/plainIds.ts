/**
 * Action workers have no database in which to look up the table of an id, so
 * they accept any string as an id. When an action passes an id to a query or
 * mutation, that function checks the id.
 */
import type { ValidatorJSON } from "../../values/convexJson.ts";
import type { LoadedFunction } from "../worker/loadedFunction.ts";

const known = new WeakMap<LoadedFunction, LoadedFunction>();

export const noTable = () => null;

export function withPlainIds(loaded: LoadedFunction): LoadedFunction {
  const relaxed = known.get(loaded) ?? {
    ...loaded,
    args: relax(loaded.args),
    returns: loaded.returns && relax(loaded.returns),
  };
  known.set(loaded, relaxed);
  return relaxed;
}

function relax(validator: ValidatorJSON): ValidatorJSON {
  switch (validator.type) {
    case "id":
      return { type: "string" };
    case "array":
      return { ...validator, value: relax(validator.value) };
    case "union":
      return { ...validator, value: validator.value.map(relax) };
    case "record": {
      const { keys, values } = validator;
      return {
        ...validator,
        keys: keys.type === "id" ? { type: "string" } : keys,
        values: { ...values, fieldType: relax(values.fieldType) },
      };
    }
    case "object": {
      const fields = Object.entries(validator.value).map(
        ([name, field]) =>
          [name, { ...field, fieldType: relax(field.fieldType) }] as const,
      );
      return { ...validator, value: Object.fromEntries(fields) };
    }
    default:
      return validator;
  }
}
