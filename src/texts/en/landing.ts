export const landing = {
  documentTitle: "Gully Cypher — your beat, their verse",
  tagline: "Made in the gully. Live everywhere.",
  heroLines: {
    first: "Your beat.",
    second: "Their verse.",
    third: "One gully.",
  },
  intro:
    "Producers drop beats. Rappers record verses over them, straight from the browser. Listeners decide what rises.",
  getStarted: "Get Started",
  signIn: "Sign In",
  cassetteSideA: "Side A · the beat",
  cassetteSide: "A",
  cassetteSideB: "Side B · sixteen bars",
  marquee: [
    "Hip Hop",
    "Trap",
    "Boom Bap",
    "Lo-Fi",
    "Drill",
    "Grime",
    "Old School",
    "R&B",
  ] as readonly string[],
  sectionsTitle: "Pick your side of the circle",
  rappers: {
    kicker: "On the mic",
    title: "For Rappers",
    text: "Find a beat that fits your tongue and hold it down. No studio, no software: the browser is your booth.",
    points: {
      first: "Record over any beat, hear it back, go again",
      second: "Delhi to Dimapur: filter beats by state and genre",
      third: "Every verse sits on your profile, mixed and playable",
    },
  },
  producers: {
    kicker: "On the pads",
    title: "For Producers",
    text: "Upload a beat and let the country write on it. You set how many verses it takes, ten, fifteen or twenty.",
    points: {
      first: "MP3 or WAV, with BPM, genre and tags",
      second: "Watch verses and votes come in live",
      third: "Your beat, your rules: you decide what stays",
    },
  },
  listeners: {
    kicker: "On the corner",
    title: "For Listeners",
    text: "The crowd makes the cypher. Hear what is new, vote for what is hard, and push it to the top.",
    points: {
      first: "One vote for every beat and every verse",
      second: "Counts move in front of your eyes",
      third: "Search artists by name, state and role",
    },
  },
  howTitle: "How a cypher runs",
  steps: {
    first: {
      title: "A beat drops",
      text: "A producer uploads it, the whole floor hears it.",
    },
    second: {
      title: "Somebody steps up",
      text: "A rapper records a verse over it, in one take or ten.",
    },
    third: {
      title: "The circle answers",
      text: "Listeners vote, the count climbs, the next one steps in.",
    },
  },
  closing: "The circle is open.",
  join: "Step in",
  contact: "Contact Us",
};
