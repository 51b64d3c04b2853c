import { expect, test } from "vitest";
import { withoutProxy } from "./withoutProxy.ts";

test("keeps requests to this machine away from a proxy", () => {
  const own = "localhost,127.0.0.1,::1,[::1]";
  expect(withoutProxy({})).toEqual({ NO_PROXY: own, no_proxy: own });
});

test.each(["NO_PROXY", "no_proxy"])("keeps what %s names", (name) => {
  const { NO_PROXY } = withoutProxy({ [name]: ".example.org" });
  expect(NO_PROXY).toMatch(/^\.example\.org,localhost,/);
});
