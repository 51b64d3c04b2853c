/**
 * Collects web vitals inside the page. Runs in the browser before any script of
 * the page.
 */
export interface PageVitals {
  lcpMs: number;
  fcpMs: number;
  cls: number;
  tbtMs: number;
}

declare global {
  interface Window {
    pageVitals: PageVitals;
  }
}

const LONG_TASK_MS = 50;
const SESSION_GAP_MS = 1_000;
const SESSION_MS = 5_000;

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/**
 * Serialised together with its constants, because the browser runs it outside
 * this module.
 */
export const observeVitalsScript = `{
  const [LONG_TASK_MS, SESSION_GAP_MS, SESSION_MS] =
    ${JSON.stringify([LONG_TASK_MS, SESSION_GAP_MS, SESSION_MS])};
  (${observeVitals.toString()})();
}`;

function observeVitals(): void {
  const vitals: PageVitals = { lcpMs: 0, fcpMs: 0, cls: 0, tbtMs: 0 };
  window.pageVitals = vitals;
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
    });
  observe("largest-contentful-paint", ({ startTime }) => {
    vitals.lcpMs = startTime;
  });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") vitals.fcpMs = startTime;
  });
  observe("longtask", ({ duration }) => {
    vitals.tbtMs += Math.max(0, duration - LONG_TASK_MS);
  });
  // The browser attributes some shifts to user input, for example when the
  // width of a mobile page changes. They all count here, because no user is
  // present. Shifts close to each other form a session; the worst session is
  // the figure.
  let session = { from: 0, last: 0, sum: 0 };
  observe("layout-shift", (entry) => {
    // Entries of this type are always layout shifts.
    const { value, startTime } = entry as LayoutShift;
    const isSame =
      startTime - session.last < SESSION_GAP_MS &&
      startTime - session.from < SESSION_MS;
    if (!isSame) session = { from: startTime, last: startTime, sum: 0 };
    session.last = startTime;
    session.sum += value;
    vitals.cls = Math.max(vitals.cls, session.sum);
  });
}
