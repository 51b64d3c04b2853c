import { httpRouter } from "convex/server";
import { auth } from "./auth";
import * as cyphers from "./cyphers";
import * as listen from "./listen";
import { PIECES_PATH } from "./shared/uploads";
import { STOP_PATH } from "./model/listen/stopMails";
import * as uploads from "./uploads";

const http = httpRouter();
auth.addHttpRoutes(http);

const GET = { method: "GET" } as const; // also answers HEAD
http.route({ ...GET, pathPrefix: "/listen/", handler: listen.page });
http.route({ ...GET, path: "/sitemap.xml", handler: listen.siteMap });
http.route({ ...GET, pathPrefix: "/sitemaps/", handler: listen.siteMap });
http.route({ ...GET, path: "/robots.txt", handler: listen.robots });
for (const method of ["GET", "POST"] as const)
  http.route({ pathPrefix: STOP_PATH, method, handler: cyphers.unsubscribe });

http.route({ path: PIECES_PATH, method: "POST", handler: uploads.receive });
http.route({ path: PIECES_PATH, method: "OPTIONS", handler: uploads.allow });

export default http;
