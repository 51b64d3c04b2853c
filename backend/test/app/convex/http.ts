import { httpActionGeneric, httpRouter } from "convex/server";

const http = httpRouter();

http.route({
  path: "/hello",
  method: "GET",
  handler: httpActionGeneric(
    async (_, request) =>
      new Response(`hello ${new URL(request.url).search}`, { status: 202 }),
  ),
});

export default http;
