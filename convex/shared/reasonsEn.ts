import type { Reason } from "./safety";

/** English names of the reasons, in the words of a person who reports. */
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

/**
 * English names of the reasons, in words for the author of what was reported.
 */
export const GROUNDS_EN: Record<Reason, string> = {
  ...REASONS_EN,
  copyright: "Someone else's work, used without permission",
};
