/**
 * Whether the viewer is signing out by choice. Whoever signs in next may be somebody else, so
 * nothing then leads back to the page that they leave.
 */
let isUnderWay = false;

export const signingOut = {
  isUnderWay: (): boolean => isUnderWay,
  begin: (): void => {
    isUnderWay = true;
  },
  /** Once the way out is behind them, or has failed. */
  end: (): void => {
    isUnderWay = false;
  },
};
