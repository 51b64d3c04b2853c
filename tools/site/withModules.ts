import { createServer } from "vite";

/**
 * Runs a module of the app during the build, for what it renders.
 * @param path of the module, from the root of the project
 */
export async function withModules<Result>(
  root: string,
  run: (load: (path: string) => Promise<object>) => Promise<Result>,
): Promise<Result> {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    // The server does not listen on a port.
    server: { middlewareMode: true, watch: null, ws: false },
  });
  try {
    return await run((path) => vite.ssrLoadModule(path));
  } finally {
    await vite.close();
  }
}
