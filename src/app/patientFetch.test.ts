// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PatientFetch } from "./patientFetch";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const RENEW = { forceRefreshToken: true };

/** A network that fails until the test brings it back. */
function weakNetwork() {
  const network = { isBack: false };
  const fetchToken = vi.fn(() =>
    network.isBack
      ? Promise.resolve("token")
      : Promise.reject(new TypeError("Failed to fetch")),
  );
  return { network, fetchToken };
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("tries until the server answers, at most half a minute apart", async () => {
  const { network, fetchToken } = weakNetwork();
  const token = new PatientFetch().wrap(fetchToken)(RENEW);
  await later(60 * 60_000);
  expect(fetchToken.mock.calls.length).toBeGreaterThan(100);
  expect(fetchToken).toHaveBeenLastCalledWith(RENEW);
  network.isBack = true;
  await later(30_000);
  expect(await token).toBe("token");
});

test("tries at once when the network is back", async () => {
  const { network, fetchToken } = weakNetwork();
  const token = new PatientFetch().wrap(fetchToken)(RENEW);
  await later(10 * 60_000);
  network.isBack = true;
  dispatchEvent(new Event("online"));
  await later(0);
  expect(await token).toBe("token");
});

test("takes the end of a session as the answer", async () => {
  const fetchToken = vi.fn(() => Promise.resolve(null));
  expect(await new PatientFetch().wrap(fetchToken)(RENEW)).toBeNull();
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

test.each(["a newer fetch", "signing out"])("%s ends it", async (which) => {
  const { fetchToken } = weakNetwork();
  const patient = new PatientFetch();
  const token = patient.wrap(fetchToken)(RENEW);
  await later(0);
  if (which === "signing out") patient.stop();
  else void patient.wrap(() => Promise.resolve("newer"))(RENEW);
  expect(await token).toBeNull();
  await later(60_000);
  expect(fetchToken).toHaveBeenCalledTimes(1);
});
