import { httpRouter } from "convex/server";
import { webhook } from "./emails";

const http = httpRouter();
http.route({ path: "/resend-webhook", method: "POST", handler: webhook });
export default http;
