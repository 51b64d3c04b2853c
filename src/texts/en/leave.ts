/** Asks before the viewer leaves a page that is still working on something. */
export const leave = {
  title: "Leave this page?",
  leave: "Leave",
};
