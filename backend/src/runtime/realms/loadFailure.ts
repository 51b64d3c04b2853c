import { CallRefused } from "../worker/functionErrors.ts";
import { textProperty, thrownText } from "../worker/thrownText.ts";

export function loadFailure(module: string, thrown: unknown): CallRefused {
  const text = textProperty(thrown, "message") || thrownText(thrown);
  return new CallRefused(`Failed to load module '${module}': ${text}`);
}
