import { defineComponent } from "convex/server";
import vault from "./vault/convex.config.ts";

const ledger = defineComponent("ledger");
ledger.use(vault);

export default ledger;
