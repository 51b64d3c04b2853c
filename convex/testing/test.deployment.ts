/** What a test on a real backend knows about that backend. */
declare module "vitest" {
  interface ProvidedContext {
    deployment: {
      readonly url: string;
      readonly adminKey: string;
      /**
       * File with the id of the server process, which starts again when a test
       * kills it.
       */
      readonly pidFile: string;
    };
  }
}

export {};
