import type { Role } from "../../convex/shared/roles.ts";
import type { State } from "../../convex/shared/states.ts";

/** The password of everyone in the demo. */
export const DEMO_PASSWORD = "gully cypher demo";

/** A fictional person. */
export interface Character {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly state: State | "";
  readonly bio: string;
  readonly instagram: string;
}

function artist(
  role: Role,
  username: string,
  mailbox: string,
  state: State,
  bio: string,
): Character {
  const email = `${mailbox}@example.org`;
  return { username, email, role, state, bio, instagram: `${mailbox}.demo` };
}

export const ARTISTS: readonly Character[] = [
  artist(
    "producer",
    "Chaukhat",
    "chaukhat",
    "Maharashtra",
    "Samples the 7:42 local from Dombivli. Drums first, sleep later.",
  ),
  artist(
    "producer",
    "रात_की_चाय",
    "raatkichai",
    "Uttar Pradesh",
    "लखनऊ की रातें, पुराने रिकॉर्ड, और एक कप चाय।",
  ),
  artist(
    "producer",
    "Kaveri808",
    "kaveri808",
    "Karnataka",
    "Low end from the river side. Bengaluru by way of Mysuru.",
  ),
  artist(
    "producer",
    "Dhol.Nik",
    "dholnik",
    "Punjab",
    "Dhol player's grandson with a drum machine. Jalandhar.",
  ),
  artist(
    "rapper",
    "NukkadNama",
    "nukkadnama",
    "Delhi",
    "Writes on the Blue Line, records in a cupboard in Karol Bagh.",
  ),
  artist(
    "rapper",
    "सड़क_शायर",
    "sadakshayar",
    "Madhya Pradesh",
    "भोपाल। दो मिसरे सड़क के, दो मिसरे घर के।",
  ),
  artist(
    "rapper",
    "PineHillPatois",
    "pinehillpatois",
    "Meghalaya",
    "Khasi and English over anything slow. Shillong rain on every take.",
  ),
  artist(
    "rapper",
    "மழை_குரல்",
    "mazhaikural",
    "Tamil Nadu",
    "வட சென்னை. Gaana at heart, grime in the ears.",
  ),
  artist(
    "producer_rapper",
    "KochiKarma",
    "kochikarma",
    "Kerala",
    "Makes the beat on Monday, argues with it by Friday.",
  ),
  artist(
    "producer_rapper",
    "আলো_আঁধার",
    "aaloaandhar",
    "West Bengal",
    "Tram bells and double time. North Kolkata.",
  ),
  artist(
    "producer_rapper",
    "ThaarTape",
    "thaartape",
    "Rajasthan",
    "Desert folk, tape hiss, and verses in Marwari. Jodhpur.",
  ),
  artist(
    "producer_rapper",
    "LuitLines",
    "luitlines",
    "Assam",
    "Guwahati. Bihu pepa through a broken sampler.",
  ),
];

const LISTENER_NAMES = [
  "ananya.listens",
  "headphone_harsh",
  "bus_no_61",
  "Zoya_on_loop",
  "farhan.fm",
  "चाय_और_चिल",
  "lakshmi_replay",
  "gurpreet.g",
  "tenzin_tunes",
  "meera-m",
  "rooftop_rohan",
  "IshaHears",
  "side.B.sameer",
  "priyanka_p",
  "imran_inbox",
  "nagpur_nights",
] as const;

/** The volunteer who moderates the demo. */
export const MODERATOR: Character = {
  username: "gully.marshal",
  email: "moderator@example.org",
  role: "listener",
  state: "",
  bio: "",
  instagram: "",
};

export const LISTENERS: readonly Character[] = LISTENER_NAMES.map(
  (username, index) => ({
    username,
    email: index === 0 ? "listener@example.org" : `ear${index}@example.org`,
    role: "listener",
    state: "",
    bio: "",
    instagram: "",
  }),
);
