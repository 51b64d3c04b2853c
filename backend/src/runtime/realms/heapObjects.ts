import { Session } from "node:inspector";

/**
 * Returns every object on the heap that inherits from the realm's
 * `Object.prototype`, including those that only a closure holds and no code
 * could list. Takes about 50 ms. It can be synchronous because an inspector
 * session that is connected to its own thread answers at once.
 */
export function heapObjectsOf(context: object, name: string): object[] {
  const session = new Session();
  session.connect();
  try {
    return findObjects(session, context, name);
  } finally {
    session.post("Runtime.disable");
    session.disconnect();
  }
}

/** Temporary global of the realm through which the objects are handed over. */
const FOUND = "$found";

function findObjects(
  session: Session,
  context: object,
  name: string,
): object[] {
  let contextId: number | undefined;
  session.on("Runtime.executionContextCreated", ({ params }) => {
    if (params.context.name === name) contextId = params.context.id;
  });
  session.post("Runtime.enable");
  session.post(
    "Runtime.evaluate",
    { contextId, expression: "Object.prototype" },
    (_error, { result }) => {
      const prototypeObjectId = result.objectId ?? "";
      session.post(
        "Runtime.queryObjects",
        { prototypeObjectId },
        (_error, { objects }) => {
          session.post("Runtime.callFunctionOn", {
            objectId: objects.objectId,
            functionDeclaration: `function(){globalThis.${FOUND}=this}`,
          });
        },
      );
    },
  );
  const found: unknown = Reflect.get(context, FOUND);
  Reflect.deleteProperty(context, FOUND);
  if (!Array.isArray(found)) throw new Error("The heap cannot be searched.");
  return found as object[];
}
