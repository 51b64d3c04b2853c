import { httpRouter } from "convex/server";
import { write } from "./streams";

const http = httpRouter();
http.route({ path: "/write", method: "POST", handler: write });
export default http;
