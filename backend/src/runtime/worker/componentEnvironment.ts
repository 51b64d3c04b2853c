/**
 * Provides `process.env` of the running component. The app sees its own
 * variables, a component only what it was given. All mounts of a component
 * share its code, so what that code sees depends on the call.
 */
import type { ComponentPath } from "../../database/contract.ts";
import type { DeployedComponent, Deployment } from "../contract/runtime.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the server, which every component may know. */
const SHARED = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

export class ComponentEnvironments {
  readonly #app: Environment;
  readonly #components: ReadonlyMap<ComponentPath, Environment>;

  constructor(deployment: Deployment, app: Environment) {
    this.#app = app;
    this.#components = resolveEnvironments(deployment.components, app);
  }

  /** Returns a copy for one call. */
  copyFor(component: ComponentPath): NodeJS.ProcessEnv {
    return { ...this.#of(component) };
  }

  /**
   * Returns one object for all calls: its content depends on whose code is running.
   * `onChange` must throw.
   */
  following(
    currentComponent: () => ComponentPath | undefined,
    onChange: () => never,
  ): NodeJS.ProcessEnv {
    const now = () => this.#of(currentComponent() ?? "");
    return new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_target, name) => Reflect.get(now(), name) as unknown,
        has: (_target, name) => Reflect.has(now(), name),
        ownKeys: () => Reflect.ownKeys(now()),
        getOwnPropertyDescriptor: (_target, name) =>
          Reflect.getOwnPropertyDescriptor(now(), name),
        set: onChange,
        deleteProperty: onChange,
        defineProperty: onChange,
        setPrototypeOf: onChange,
        preventExtensions: onChange,
      },
    );
  }

  #of(component: ComponentPath): Environment {
    return this.#components.get(component) ?? this.#app;
  }
}

function resolveEnvironments(
  components: readonly DeployedComponent[],
  app: Environment,
): Map<ComponentPath, Environment> {
  const shared = SHARED.map((name) => [name, app[name]] as const);
  const resolved = new Map<ComponentPath, Environment>();
  // Parents come before their children.
  for (const { path, environment = [] } of components) {
    if (path === "") continue;
    const slash = path.lastIndexOf("/");
    const parent = resolved.get(path.slice(0, Math.max(slash, 0))) ?? app;
    const given = environment.map(
      (binding) =>
        [
          binding.name,
          "value" in binding ? binding.value : parent[binding.variable],
        ] as const,
    );
    const entries = [...shared, ...given].filter(
      (entry) => entry[1] !== undefined,
    );
    resolved.set(path, Object.fromEntries(entries));
  }
  return resolved;
}
