import type { RealmHost } from "./realmHost.ts";
import type { RealmErrors } from "./errors.ts";

/** The object `$realm` in the text of a module, as `transform/` writes it. */
export interface ModuleHost {
  exports(getters: object): void;
  exportAll(from: object): void;
  import(specifier: unknown): Promise<object>;
  readonly meta: object;
}

export interface RealmModules {
  namespace(): object;
  host(file: string, url: string, namespace: object): ModuleHost;
  /** Makes `module` and `require` for a CommonJS file. */
  commonJs(file: string): {
    module: { exports: object };
    require: (specifier: string) => unknown;
  };
  /** Builds the namespace that importing a CommonJS module gives. */
  namespaceOf(exports: unknown): object;
}

export function makeModules(
  host: RealmHost,
  errors: RealmErrors,
): RealmModules {
  const requireIn =
    (file: string) =>
    (specifier: string): unknown => {
      try {
        return host.requireModule(file, String(specifier));
      } catch (error) {
        throw errors.adopt(error);
      }
    };
  if (host.kind === "node") {
    Object.defineProperty(globalThis, "require", {
      value: requireIn(""),
      writable: true,
      configurable: true,
    });
  }
  return {
    namespace: () => {
      const namespace = Object.create(null) as object;
      return Object.defineProperty(namespace, Symbol.toStringTag, {
        value: "Module",
      });
    },
    host: (file, url, namespace) => ({
      exports(getters) {
        Object.defineProperties(
          namespace,
          Object.getOwnPropertyDescriptors(getters),
        );
      },
      exportAll(from) {
        copyInto(namespace, from);
      },
      import: (specifier) =>
        errors.promised(host.importModule(file, String(specifier))),
      meta: { url },
    }),
    commonJs: (file) => ({
      module: { exports: {} },
      require: requireIn(file),
    }),
    namespaceOf,
  };
}

/** The default export is `module.exports`, or the one that a compiler marked. */
function namespaceOf(exports: unknown): object {
  const namespace = Object.create(null) as Record<string, unknown>;
  const isObject =
    (typeof exports === "object" && exports !== null) ||
    typeof exports === "function";
  if (isObject) copyInto(namespace, exports);
  const isModule = isObject && "__esModule" in exports && "default" in exports;
  namespace.default = isModule ? exports.default : exports;
  return namespace;
}

/**
 * Copies all exports but the default. Does not overwrite names that exist already.
 */
function copyInto(namespace: object, from: object): void {
  const { default: _default, ...descriptors } =
    Object.getOwnPropertyDescriptors(from) as PropertyDescriptorMap & {
      default?: PropertyDescriptor;
    };
  for (const [name, descriptor] of Object.entries(descriptors)) {
    if (Object.hasOwn(namespace, name)) continue;
    Object.defineProperty(namespace, name, descriptor);
  }
}

/** What `startRealm` needs from this file. */
export const MODULE_PARTS = [copyInto, namespaceOf, makeModules];
