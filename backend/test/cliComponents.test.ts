/**
 * Tests components bound with `use(component, { httpPrefix, env })` and pushed
 * by the official CLI.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliWorld, makeCliWorld } from "./support/cliWorld.ts";

const COMPONENT = `
  import { defineComponent } from "convex/server";
  import { v } from "convex/values";
  export default defineComponent("greeter", {
    env: { GREETING: v.string(), TONE: v.optional(v.string()) },
  });`;

const HTTP = `
  import { httpActionGeneric, httpRouter } from "convex/server";
  const http = httpRouter();
  const handler = httpActionGeneric(async (ctx, request) => {
    const { pathname, search } = new URL(request.url);
    const identity = await ctx.auth.getUserIdentity();
    const { GREETING, TONE, SECRET } = process.env;
    return Response.json({ pathname, search, identity, GREETING, TONE: TONE ?? null, SECRET: SECRET ?? null });
  });
  http.route({ path: "/hello", method: "GET", handler });
  http.route({ pathPrefix: "/deep/", method: "GET", handler });
  export default http;`;

const READ = `
  import { queryGeneric } from "convex/server";
  export const greeting = queryGeneric(() => \`\${process.env.GREETING} \${process.env.SECRET}\`);`;

const CONFIG = `
  import { defineApp } from "convex/server";
  import { v } from "convex/values";
  import greeter from "./greeter/convex.config";
  const app = defineApp({ env: { APP_GREETING: v.string() } });
  app.use(greeter, { name: "one", httpPrefix: "/one", env: { GREETING: "hi" } });
  app.use(greeter, { name: "two", httpPrefix: "/two/of/them/", env: { GREETING: app.env.APP_GREETING, TONE: "soft" } });
  app.use(greeter, { name: "unreached", env: { GREETING: "nobody" } });
  export default app;`;

let world: CliWorld;

beforeAll(async () => {
  world = await makeCliWorld();
  await world.app.write("convex/greeter/convex.config.ts", COMPONENT);
  await world.app.write("convex/greeter/http.ts", HTTP);
  await world.app.write("convex/greeter/read.ts", READ);
  await world.app.write("convex/convex.config.ts", CONFIG);
  await world.cli("env", "set", "APP_GREETING", "from the app");
  await world.cli("env", "set", "SECRET", "of the app");
  await world.deploy();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function get(path: string): Promise<Response> {
  return await fetch(world.target.url + path);
}

test("serves each mount below its prefix with its own variables", async () => {
  const one = await get("/one/hello?a=1");
  expect(await one.json()).toEqual({
    pathname: "/hello",
    search: "?a=1",
    identity: null,
    GREETING: "hi",
    TONE: null,
    SECRET: null,
  });
  const two = await get("/two/of/them/deep/er");
  expect(await two.json()).toMatchObject({
    pathname: "/deep/er",
    GREETING: "from the app",
    TONE: "soft",
    SECRET: null,
  });
});

test("keeps the app's routes and does not serve unmounted ones", async () => {
  expect(await (await get("/hello")).text()).toBe("hello");
  expect((await get("/one/lost")).status).toBe(404);
  expect((await get("/unreached/hello")).status).toBe(404);
});

test("gives a component's queries its variables too", async () => {
  const args = ["run", "--component=two", "read:greeting"];
  const { stdout } = await world.cli(...args);
  expect(stdout).toContain("from the app undefined");
});

test("stops the push if a component lacks a variable", async () => {
  await world.app.write(
    "convex/convex.config.ts",
    CONFIG.replace('env: { GREETING: "nobody" }', ""),
  );
  const args = ["--typecheck=disable", "--codegen=disable"];
  const { code, stderr } = await world.cli("deploy", ...args);
  expect(code).toBe(1);
  expect(stderr).toContain('the component "unreached" needs GREETING');
});
