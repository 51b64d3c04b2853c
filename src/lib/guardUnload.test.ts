// @vitest-environment jsdom
import { expect, test } from "vitest";
import { guardUnload } from "./guardUnload";

/**
 * Sends the event of a closing page. Returns whether the browser would ask, and the return values
 * that were set.
 */
function closePage() {
  const event = new Event("beforeunload", { cancelable: true });
  const returned: unknown[] = [];
  Object.defineProperty(event, "returnValue", {
    set: (value) => {
      returned.push(value);
    },
  });
  window.dispatchEvent(event);
  return { isAsked: event.defaultPrevented, returned };
}

test("asks in every browser while it guards: Chrome before 119 only looks at the return value", () => {
  const stop = guardUnload();
  expect(closePage()).toEqual({ isAsked: true, returned: [true] });
  stop();
  expect(closePage()).toEqual({ isAsked: false, returned: [] });
});
