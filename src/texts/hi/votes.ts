import type { Translated } from "../texts";
import type { votes as en } from "../en/votes";

export const votes: Translated<typeof en> = {
  vote: (title) => `${title} को वोट दें`,
  count: (count) => `${count} वोट`,
};
