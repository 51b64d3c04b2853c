import type { Role } from "../../../convex/shared/roles";
import { Cassette } from "../art/Cassette";
import { Horn } from "../art/Horn";
import { Microphone } from "../art/Microphone";
import { Pads } from "../art/Pads";
import type { PosterTone } from "./Poster";

/** The colours of the landing page's bills, one for each side of the circle. */
export const toneOfRole: Record<Role, PosterTone> = {
  producer: "peacock",
  rapper: "sindoor",
  producer_rapper: "haldi",
  listener: "haldi",
};

export function ArtistArt({ role }: { role: Role }) {
  switch (role) {
    case "producer":
      return <Pads />;
    case "rapper":
      return <Microphone />;
    case "producer_rapper":
      return <Cassette title="" subtitle="" side="A" />;
    case "listener":
      return <Horn />;
  }
}
