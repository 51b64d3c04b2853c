import {
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
} from "convex/server";

const http = httpRouter();

const texts = makeFunctionReference<"query", Record<string, never>, string[]>(
  "notes:texts",
);
const add = makeFunctionReference<"mutation", { text: string }>("nested:add");

/** Makes a handler that returns its route and the parts of the request. */
const tell = (route: string) =>
  httpActionGeneric(async (_, request) => {
    const { pathname, search } = new URL(request.url);
    return Response.json({ route, method: request.method, pathname, search });
  });

http.route({ path: "/exact", method: "GET", handler: tell("exact") });
http.route({ path: "/exact", method: "POST", handler: tell("exact post") });
http.route({ pathPrefix: "/under/", method: "GET", handler: tell("under") });
http.route({
  pathPrefix: "/under/deeper/",
  method: "GET",
  handler: tell("deeper"),
});
http.route({
  path: "/under/exact",
  method: "GET",
  handler: tell("inner exact"),
});
for (const method of ["PUT", "PATCH", "DELETE"] as const) {
  http.route({ path: "/methods", method, handler: tell("methods") });
}

http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => {
    const type = request.headers.get("content-type");
    return new Response(await request.arrayBuffer(), {
      status: 201,
      headers: { "x-type": type ?? "none", "x-kind": "echo" },
    });
  }),
});

http.route({
  path: "/form",
  method: "POST",
  handler: httpActionGeneric(async (_, request) => {
    const form = await request.formData();
    return Response.json(Object.fromEntries(form.entries()));
  }),
});

http.route({
  path: "/notes",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    await ctx.runMutation(add, { text: await request.text() });
    return Response.json(await ctx.runQuery(texts, {}));
  }),
});

http.route({
  path: "/store",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const id = await ctx.storage.store(await request.blob());
    const blob = await ctx.storage.get(id);
    return new Response(blob);
  }),
});

http.route({
  path: "/cors",
  method: "OPTIONS",
  handler: httpActionGeneric(
    async () =>
      new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-origin": "https://app.example",
          "access-control-allow-methods": "POST",
        },
      }),
  ),
});

http.route({
  path: "/redirect",
  method: "GET",
  handler: httpActionGeneric(
    async () =>
      new Response(null, { status: 302, headers: { location: "/exact" } }),
  ),
});

http.route({
  path: "/cookies",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const headers = new Headers();
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response("ok", { headers });
  }),
});

http.route({
  path: "/throws",
  method: "GET",
  handler: httpActionGeneric(async () => {
    throw new Error("The secret reason.");
  }),
});

http.route({
  path: "/stream",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const chunks = ["one ", "two ", "three"].map((text) =>
      new TextEncoder().encode(text),
    );
    return new Response(ReadableStream.from(chunks));
  }),
});

http.route({
  path: "/whoami",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    return Response.json(identity?.subject ?? null);
  }),
});

export default http;
