import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

async function routed(
  d: Deployment,
  path: string,
  method = "GET",
): Promise<unknown> {
  const response = await d.fetch(path, { method });
  return response.status === 404 ? 404 : response.json();
}

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

behaviours("HTTP actions", {}, [
  {
    title: "a path is matched exactly",
    run: (d) => routed(d, "/exact"),
    is: { route: "exact", method: "GET", pathname: "/exact", search: "" },
  },
  {
    title: "the query string is not part of the path",
    run: (d) => routed(d, "/exact?a=1&b=%20"),
    is: {
      route: "exact",
      method: "GET",
      pathname: "/exact",
      search: "?a=1&b=%20",
    },
  },
  {
    title: "a path has a route for each method",
    run: (d) => routed(d, "/exact", "POST"),
    is: { route: "exact post", method: "POST", pathname: "/exact", search: "" },
  },
  {
    title: "a route does not match paths below it",
    run: (d) => routed(d, "/exact/below"),
    is: 404,
  },
  {
    title: "a method without a route is not found",
    run: (d) => routed(d, "/exact", "DELETE"),
    is: 404,
  },
  ...["PUT", "PATCH", "DELETE"].map((method) => ({
    title: `${method} is routed`,
    run: (d: Deployment) => routed(d, "/methods", method),
    is: { route: "methods", method, pathname: "/methods", search: "" },
  })),
  {
    title: "a prefix matches the paths below it",
    run: (d) => routed(d, "/under/any/thing"),
    is: {
      route: "under",
      method: "GET",
      pathname: "/under/any/thing",
      search: "",
    },
  },
  {
    title: "a prefix matches itself",
    run: (d) => routed(d, "/under/"),
    is: { route: "under", method: "GET", pathname: "/under/", search: "" },
  },
  {
    title: "a prefix does not match without its slash",
    run: (d) => routed(d, "/under"),
    is: 404,
  },
  {
    title: "the longest prefix wins",
    run: (d) => routed(d, "/under/deeper/x"),
    is: {
      route: "deeper",
      method: "GET",
      pathname: "/under/deeper/x",
      search: "",
    },
  },
  {
    title: "an exact path wins over a prefix",
    run: (d) => routed(d, "/under/exact"),
    is: {
      route: "inner exact",
      method: "GET",
      pathname: "/under/exact",
      search: "",
    },
  },
  {
    title: "HEAD uses the route of GET and has no body",
    run: async (d) => {
      const response = await d.fetch("/exact", { method: "HEAD" });
      return [response.status, await response.text()];
    },
    differs: {
      convexTest: {
        is: [
          200,
          '{"route":"exact","method":"HEAD","pathname":"/exact","search":""}',
        ],
      },
      embedded: { is: [200, ""] },
      why: "responses to HEAD have no body; on convex-test they do",
      wanted: true,
    },
  },
  {
    title: "a path without a route gets an explanation",
    run: (d) => textOf(d.fetch("/nowhere")),
    differs: {
      convexTest: { is: "No HttpAction routed for /nowhere" },
      embedded: {
        is: '{"code":"NotFound","message":"There is nothing at this address."}',
      },
      why: "a path without a route gets the server's own 404; convex-test says `No HttpAction routed for …`",
      wanted: true,
    },
  },
  {
    title: "a response has the action's status, headers and body",
    run: async (d) => {
      const response = await d.fetch("/echo", {
        method: "POST",
        headers: { "content-type": "text/x-verse" },
        body: "bars",
      });
      const { status, headers } = response;
      const kinds = [headers.get("x-type"), headers.get("x-kind")];
      return [status, kinds, await response.text()];
    },
    is: [201, ["text/x-verse", "echo"], "bars"],
  },
  {
    title: "bytes pass unchanged in both directions",
    run: async (d) => {
      const body = new Uint8Array([0, 255, 128, 10]);
      const response = await d.fetch("/echo", { method: "POST", body });
      return [...new Uint8Array(await response.arrayBuffer())];
    },
    is: [0, 255, 128, 10],
  },
  {
    title: "an empty body stays empty",
    run: (d) => textOf(d.fetch("/echo", { method: "POST" })),
    is: "",
  },
  {
    title: "text in several scripts passes unchanged",
    run: (d) => textOf(d.fetch("/echo", { method: "POST", body: "गली 🎤" })),
    is: "गली 🎤",
  },
  {
    title: "an action reads a URL-encoded form",
    run: async (d) => {
      const body = new URLSearchParams({ a: "1", b: "x y" });
      return (await d.fetch("/form", { method: "POST", body })).json();
    },
    is: { a: "1", b: "x y" },
  },
  {
    title: "an action reads a multipart form",
    run: async (d) => {
      const body = new FormData();
      body.set("a", "1");
      return (await d.fetch("/form", { method: "POST", body })).json();
    },
    is: { a: "1" },
  },
  {
    title: "an HTTP action runs mutations and queries",
    run: async (d) =>
      (await d.fetch("/notes", { method: "POST", body: "posted" })).json(),
    is: ["posted"],
  },
  {
    title: "an HTTP action stores files",
    run: (d) => textOf(d.fetch("/store", { method: "POST", body: "stored" })),
    is: "stored",
  },
  {
    title: "OPTIONS is handled by the app, with its CORS headers",
    run: async (d) => {
      const { status, headers } = await d.fetch("/cors", {
        method: "OPTIONS",
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "POST",
        },
      });
      return [
        status,
        headers.get("access-control-allow-origin"),
        headers.get("access-control-allow-methods"),
      ];
    },
    is: [204, "https://app.example", "POST"],
  },
  {
    title: "no CORS header is added",
    run: async (d) => {
      const headers = { origin: "https://app.example" };
      const response = await d.fetch("/exact", { headers });
      return response.headers.get("access-control-allow-origin");
    },
    is: null,
  },
  {
    title: "a redirect is passed on",
    run: async (d) => {
      const response = await d.fetch("/redirect", { redirect: "manual" });
      return [response.status, response.headers.get("location")];
    },
    is: [302, "/exact"],
  },
  {
    title: "a repeated header is passed on",
    run: async (d) => (await d.fetch("/cookies")).headers.getSetCookie(),
    is: ["a=1", "b=2"],
  },
  {
    title: "a streamed body arrives in full",
    run: (d) => textOf(d.fetch("/stream")),
    is: "one two three",
  },
  {
    title: "an error becomes status 500",
    run: async (d) => (await d.fetch("/throws")).status,
    differs: {
      convexTest: { failsWith: "The secret reason." },
      embedded: { is: 500 },
      why: "an HTTP action that throws answers with status 500; convex-test throws in the caller",
      wanted: true,
    },
  },
  {
    title: "a call without a token has no identity",
    run: async (d) => (await d.fetch("/whoami")).json(),
    is: null,
  },
  {
    title: "a call with a token has its identity",
    run: async (d) => (await d.as({ subject: "asha" }).fetch("/whoami")).json(),
    is: "asha",
  },
]);
