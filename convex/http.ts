import { httpRouter } from "convex/server";
import { auth } from "./auth";
import * as listen from "./listen";
import { PIECES_PATH } from "./shared/uploads";
import * as uploads from "./uploads";

const http = httpRouter();
auth.addHttpRoutes(http);

const GET = { method: "GET" } as const; // also answers HEAD
http.route({ ...GET, pathPrefix: "/listen/", handler: listen.page });
http.route({ ...GET, path: "/sitemap.xml", handler: listen.siteMap });
http.route({ ...GET, pathPrefix: "/sitemaps/", handler: listen.siteMap });
http.route({ ...GET, path: "/robots.txt", handler: listen.robots });

http.route({ path: PIECES_PATH, method: "POST", handler: uploads.receive });
http.route({ path: PIECES_PATH, method: "OPTIONS", handler: uploads.allow });

export default http;
