import type { Reason } from "./safety";

/** English names of the reasons of a report, on screens and in mails. */
export const REASONS_EN: Record<Reason, string> = {
  harassment: "Harassment or bullying",
  hate: "Hate against a group",
  sexual: "Sexual content",
  child: "A child in danger",
  impersonation: "Pretends to be someone else",
  copyright: "My work, used without permission",
  spam: "Spam",
  other: "Something else",
};
