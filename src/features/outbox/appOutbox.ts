import { Outbox } from "./outbox";
import { OutboxStore } from "./outboxStore";
import { browserTabs } from "./tabs";

export const appTabs = browserTabs();

/** The outbox of this browser. */
export const appOutbox = new Outbox(new OutboxStore(), appTabs);
