import type { Places, PlaceTaker } from "../admission/places.ts";
import { HttpError } from "./httpError.ts";

/**
 * @throws HttpError 429 if the account or the address has as many places as it
 *   may, 503 if all addresses together have
 */
export function requirePlace(places: Places, taker: PlaceTaker): void {
  switch (places.shortage(taker)) {
    case "account":
      throw new HttpError(
        429,
        "TooManyRequests",
        "Too many requests of this account are waiting. Try again later.",
      );
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
