import { httpRouter } from "convex/server";
import { auth } from "./auth";
import * as listen from "./listen";
import { PIECES_PATH } from "./shared/uploads";
import * as uploads from "./uploads";
import { httpAction } from "./functions";
import { allowApp, sendExport } from "./model/exports/download";
import { EXPORT_PATH } from "./shared/exports";

const http = httpRouter();
auth.addHttpRoutes(http);

const GET = { method: "GET" } as const; // also answers HEAD
http.route({ ...GET, pathPrefix: "/listen/", handler: listen.page });
http.route({ ...GET, path: "/sitemap.xml", handler: listen.siteMap });
http.route({ ...GET, pathPrefix: "/sitemaps/", handler: listen.siteMap });
http.route({ ...GET, path: "/robots.txt", handler: listen.robots });

http.route({ path: PIECES_PATH, method: "POST", handler: uploads.receive });
http.route({ path: PIECES_PATH, method: "OPTIONS", handler: uploads.allow });
/** Sends a signed-in person their export, or a range of it. */
http.route({ ...GET, path: EXPORT_PATH, handler: httpAction(sendExport) });
http.route({
  path: EXPORT_PATH,
  method: "OPTIONS",
  handler: httpAction(async () => allowApp()),
});

export default http;
