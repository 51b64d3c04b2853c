import type { AuthConfig } from "convex/server";
import { publicKeys } from "./publicKeys.ts";

export default {
  providers: [
    {
      type: "customJwt",
      issuer: "https://faults.example",
      applicationID: "faults",
      algorithm: "RS256",
      jwks: `data:application/json;base64,${btoa(JSON.stringify(publicKeys))}`,
    },
  ],
} satisfies AuthConfig;
