import {
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
} from "convex/server";

const tally = makeFunctionReference<"query", { beat: string }, number>(
  "votes:tally",
);

const http = httpRouter();

/** A page that everybody may share, as large as the page of a beat. */
http.route({
  path: "/shared-page",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const votes = await ctx.runQuery(tally, { beat: "page" });
    const rows = Array.from({ length: 500 }, (_, n) => `<p>Verse ${n}</p>`);
    return new Response(`<h1>${votes}</h1>${rows.join("")}`, {
      headers: {
        "Content-Type": "text/html",
        "Cache-Control": "public, max-age=60",
      },
    });
  }),
});

/** Refuses every piece of an upload, as the product refuses the pieces of unknown uploads. */
http.route({
  path: "/piece",
  method: "POST",
  handler: httpActionGeneric(async (ctx) => {
    const known = await ctx.runQuery(tally, { beat: "piece" });
    return new Response(null, { status: known === 0 ? 404 : 204 });
  }),
});

export default http;
