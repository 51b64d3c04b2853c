import type { AuthConfig } from "convex/server";
import { setting } from "./model/setting";

export default {
  providers: [
    { domain: setting("CONVEX_SITE_URL") ?? "", applicationID: "convex" },
  ],
} satisfies AuthConfig;
