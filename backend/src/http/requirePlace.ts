import type { Places } from "../admission/places.ts";
import { HttpError } from "./httpError.ts";

/**
 * @throws HttpError 429 if the address has as many places as it may, 503 if all
 *   addresses together have
 */
export function requirePlace(places: Places, ip: string | null): void {
  switch (places.shortage(ip)) {
    case "address":
      throw new HttpError(
        429,
        "TooManyRequests",
        "Too many requests of this address are waiting. Try again later.",
      );
    case "everybody":
      throw new HttpError(
        503,
        "TooManyRequests",
        "Too many requests are waiting. Try again later.",
      );
    case null:
  }
}
