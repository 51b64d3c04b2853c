import type { Role } from "../../../convex/shared/roles";
import type { PosterTone } from "./Poster";

/** Poster colour of each role, as on the landing page. */
export const TONE_OF_ROLE: Record<Role, PosterTone> = {
  producer: "peacock",
  rapper: "sindoor",
  producer_rapper: "haldi",
  listener: "haldi",
};
