/** What a test on a real backend knows of it. */
declare module "vitest" {
  interface ProvidedContext {
    deployment: {
      readonly url: string;
      readonly adminKey: string;
      /** Names the process of the server, which starts again when a test kills it. */
      readonly pidFile: string;
    };
  }
}

export {};
