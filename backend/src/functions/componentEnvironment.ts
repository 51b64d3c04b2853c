/**
 * `process.env` of the running component: the app's variables for the app, for
 * a component only what it was given. Code of a component is shared by all its
 * mounts, so what it sees depends on the call.
 */
import type { ComponentPath } from "../database/contract.ts";
import type { DeployedComponent, Deployment } from "./contract.ts";

type Environment = Readonly<Record<string, string>>;

/** Of the address of the server, every component may know. */
const SHARED = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

export function installComponentEnvironments(
  deployment: Deployment | null,
  currentComponent: () => ComponentPath | undefined,
): void {
  const app = process.env;
  const own = resolveEnvironments(deployment?.components ?? [], app);
  const now = (): NodeJS.ProcessEnv => own.get(currentComponent() ?? "") ?? app;
  const env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_target, name) => Reflect.get(now(), name) as unknown,
      set: (_target, name, value) => Reflect.set(now(), name, value),
      has: (_target, name) => Reflect.has(now(), name),
      deleteProperty: (_target, name) => Reflect.deleteProperty(now(), name),
      ownKeys: () => Reflect.ownKeys(now()),
      getOwnPropertyDescriptor: (_target, name) =>
        Reflect.getOwnPropertyDescriptor(now(), name),
    },
  );
  Object.defineProperty(process, "env", { value: env, configurable: true });
}

function resolveEnvironments(
  components: readonly DeployedComponent[],
  app: NodeJS.ProcessEnv,
): Map<ComponentPath, Environment> {
  const shared = SHARED.map((name) => [name, app[name]] as const);
  const resolved = new Map<ComponentPath, Environment>();
  // Parents come before their children.
  for (const { path, environment = [] } of components) {
    if (path === "") continue;
    const slash = path.lastIndexOf("/");
    const parent = resolved.get(path.slice(0, Math.max(slash, 0))) ?? app;
    const given = environment.map((binding) => [
      binding.name,
      "value" in binding ? binding.value : parent[binding.variable],
    ]);
    const entries = [...shared, ...given].filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    resolved.set(path, Object.fromEntries(entries));
  }
  return resolved;
}
