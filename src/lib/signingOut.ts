/**
 * Whether the viewer is signing out by choice. Someone else may sign in next, so the next sign-in
 * must not lead back to the page that the viewer leaves.
 */
let isUnderWay = false;

export const signingOut = {
  isUnderWay: (): boolean => isUnderWay,
  begin: (): void => {
    isUnderWay = true;
  },
  /** Call this once the sign-out is complete or has failed. */
  end: (): void => {
    isUnderWay = false;
  },
};
