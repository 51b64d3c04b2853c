/** A page of plain text, in sections with a heading and paragraphs. */
interface LegalText {
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly {
    readonly title: string;
    readonly text: readonly string[];
  }[];
}

export interface LegalTexts {
  readonly privacy: LegalText;
  readonly terms: LegalText;
  readonly community: LegalText;
  readonly officer: {
    readonly title: string;
    readonly law: string;
    readonly name: string;
    readonly address: string;
    readonly email: string;
    readonly missing: string;
    readonly loadFailed: string;
  };
}

const privacy: LegalText = {
  title: "Privacy",
  intro:
    "What we keep about you, and who sees it. How you take it with you, or make it go away.",
  parts: [
    {
      title: "What we keep",
      text: [
        "Your email, your username and your role. Also what you choose to add: your state, a few words about you, your Instagram and YouTube names. Your password is kept only as a hash, from which it cannot be read. If nobody confirms the email of an account, we delete the account after seven days. Until then nobody sees its profile.",
        "The beats you upload, the verses and words you publish, and your votes. Takes stay on your device until you throw them away. A verse is public only when you upload it. Words you write before that stay on your device and in your account, for you alone.",
        "Whom you follow, and which beats and verses you were among the first ten to hear. Nobody else sees that; an artist sees only how many.",
        "What you report and why, whom you block, and what moderators decided about your things.",
        "Copyright claims, also from people without an account. A claim holds a name, an email, a signature, the work and the proof. The uploader reads the name, the work and the proof, and only moderators see the rest. Did you claim without an account, and do you want your name taken out? Write to the grievance officer below.",
        "Where you are signed in: the name of your browser, and when it was last used. We delete this at most 31 days after the last use.",
        "The address your requests come from is used to stop abuse. We keep it only as a hash in a counter, for at most a day.",
      ],
    },
    {
      title: "What we do not do",
      text: [
        "No advertising, no tracking, no cookies, no other company's scripts. Your browser stores your sign-in, your language, your colours, your takes and your words.",
        "We do not sell or lend your data. We give it to nobody, unless a court or an authority orders it by law.",
      ],
    },
    {
      title: "Who sees what",
      text: [
        "Everyone can see your profile: username, role, state, words about you and links. Everyone can see your beats and verses, and their votes. Nobody sees the email of your account or what you voted for.",
        "If you report something, the person you report never learns who did. Moderators see the report.",
        "We mail you about your account. We mail you when a moderator decides about your things, or removes the beat under a verse of yours. We mail you when someone claims your things, and when a claim of yours is decided. We also mail you when a producer deletes a verse of yours, or when it will go because a producer leaves. We mail you when a mic that you asked about is free, and before a live cypher that you are in line for. We keep the file of a deleted verse for its rapper for seven days. On the account page you choose the language of our mails. There you also choose whether we mail you about new sign-ins, decisions, claims and mics. We send no other mail.",
      ],
    },
    {
      title: "Your rights",
      text: [
        "The Digital Personal Data Protection Act, 2023 gives you rights over your data. You may see it, correct it and have it erased. You may withdraw your consent, name someone who acts for you, and complain.",
        "See and take it: your account page puts everything into one ZIP file. Your browser makes that file on your device.",
        "Correct it: edit your profile, and change your email and password on your account page.",
        "Erase it: delete your account on the account page. Signing in within seven days undoes that. After seven days your data, your files and your votes are gone. What remains is the record of the moderators: what they decided, why and when, and what reports and claims said. Your name, your email and your recordings are not in it.",
        "To complain, write to the grievance officer below. If that does not help, you can turn to the Data Protection Board of India.",
      ],
    },
    {
      title: "Children",
      text: [
        "The Act asks for a parent's consent for everyone under 18. If you are younger, let a parent sign up with you.",
      ],
    },
  ],
};

const terms: LegalText = {
  title: "Terms",
  intro: "What you agree to when you create an account, in plain words.",
  parts: [
    {
      title: "Your work stays yours",
      text: [
        "You keep every right to your beats, verses and words. Until you delete them, this site may store them, play them to its visitors and show them on its pages.",
        "The producer of a beat says what others may do with it. The terms in force when a verse was recorded stay with that verse. Keep the credit wherever you share.",
        "A verse goes with its beat: when the beat goes, its verses go too.",
      ],
    },
    {
      title: "What you may upload",
      text: [
        "Only what you made, or have permission to use. Someone may claim that a recording is theirs. Then we tell you, and you can answer until a moderator decides.",
        "Rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021 forbids content that belongs to someone else, is obscene, invades privacy or harms children. It forbids content that insults or harasses because of gender, religion or caste. It forbids content that misleads about where it comes from, or impersonates someone. And it forbids what threatens India's unity or security, contains harmful code, or breaks any other law.",
      ],
    },
    {
      title: "Your account",
      text: [
        "Sign up with your own email, once, and keep your password to yourself. You are 18 or older, or a parent has agreed.",
        "Moderators can remove content, warn you or suspend you if you break these terms or the community rules. We tell you what they decided, why, and how to appeal. While you are suspended you can still sign in, read, export and delete.",
        "You can leave at any time on your account page.",
      ],
    },
    {
      title: "What we promise",
      text: [
        "We run this site with care. We cannot promise that it always works, or that nothing is ever lost. Keep a copy of what matters to you.",
        "If these terms change, this page says so. The law of India applies.",
      ],
    },
  ],
};

const community: LegalText = {
  title: "Community rules",
  intro:
    "A cypher works when everyone in the circle is safe. These are the rules.",
  parts: [
    {
      title: "In the circle",
      text: [
        "Battle with skill, not with hate. Attack a verse, not a person's religion, caste, gender, body or family.",
        "No harassment and no threats. No sexual content about anyone who did not agree to it, and never about a child.",
        "Be yourself. Do not pretend to be someone else.",
        "Upload your own work, and give credit. No spam.",
      ],
    },
    {
      title: "If something is wrong",
      text: [
        "Report a beat, a verse, its words or a profile, and say why. You get a number, and can follow what happens. The person you report never learns who did.",
        "Block a person: you no longer see what they publish. Neither of you can record on the other's beats.",
        "A moderator sees your report within 24 hours and decides within 72 hours. For sexual content, children and impersonation the decision comes within 24 hours. Rule 3(2) of the IT Rules, 2021 asks for that.",
      ],
    },
    {
      title: "What moderators do",
      text: [
        "They dismiss a report, remove what was reported, or warn. They can suspend for 1, 7 or 30 days, or for good. Nobody decides about their own content or their own report.",
        "Every decision is written to a log, with its reason and time. Nothing in it is changed, except that people who leave are taken out of it.",
        "We tell the author what they decided, why, and how to appeal. We do not tell them about a dismissed report. There is one appeal, decided by another moderator where there is one. When they remove a beat, we tell the rappers whose verses go with it.",
        "Every month we publish how many reports there were and what came of them.",
      ],
    },
  ],
};

export const legal: LegalTexts = {
  privacy,
  terms,
  community,
  officer: {
    title: "Grievance officer",
    law: "Two laws ask us to name a person for complaints: the IT Rules, 2021 and the Digital Personal Data Protection Act, 2023. We confirm a complaint within 24 hours, and resolve it within 15 days.",
    name: "Name",
    address: "Address",
    email: "Email",
    missing:
      "The host of this site has not named a grievance officer yet. Until then, use the contact page.",
    loadFailed: "The grievance officer could not be loaded.",
  },
};
