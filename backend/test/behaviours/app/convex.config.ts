import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import ledger from "./ledger/convex.config.ts";

const app = defineApp();
app.use(rateLimiter);
app.use(ledger);

export default app;
