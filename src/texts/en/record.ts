/** Texts of the record button on a beat's page, and of the reasons why it is missing. */
export const record = {
  open: "Record verse",
  lastPlace: (name: string) =>
    `The last place is for ${name}, who has the mic.`,
  somebody: "somebody else",
  needsHttps: (localUrl: string) =>
    `Recording needs https: browsers keep the microphone from pages that come over plain http. Open this site by its https address or, on the computer that runs it, by ${localUrl}.`,
  needsNewerBrowser: (lack: string, browsers: string) =>
    `This browser cannot record: it has no ${lack}. Update it, or open this page in one of these or newer: ${browsers}.`,
};
