import { expect, test, vi } from "vitest";
import { leanRouter } from "./leanLibraries.ts";

test("what the router only makes can be left out, and it warns nobody", () => {
  const code = [
    "var ENABLE_DEV_WARNINGS = true;",
    "var AContext = React2.createContext(null);",
    'AContext.displayName = "A";',
    "var Form = React10.forwardRef(() => null);",
    "const href = React10.useContext(AContext);",
  ];
  const find = vi.fn<(pattern: string) => void>();
  expect(leanRouter(code.join("\n"), find).split("\n")).toEqual([
    "var ENABLE_DEV_WARNINGS = false;",
    "var AContext = /* @__PURE__ */ React2.createContext(null);",
    "",
    "var Form = /* @__PURE__ */ React10.forwardRef(() => null);",
    "const href = React10.useContext(AContext);",
  ]);
  expect(find).toHaveBeenCalledTimes(3);
});

test("what only apps with loaders run is left out", () => {
  const code = [
    "  let dataRouterState = dataRouterOpts?.state;",
    "    return shouldPrefetch && !isAbsolute ? React.createElement(Ahead) : link;",
    "RenderErrorBoundary.contextType = RSCRouterContext;",
  ];
  const find = vi.fn<(pattern: string) => void>();
  expect(leanRouter(code.join("\n"), find).split("\n")).toEqual([
    "  const dataRouterState = void 0;",
    "    return link;",
    "",
  ]);
  expect(find).toHaveBeenCalledTimes(3);
});
