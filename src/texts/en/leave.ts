/** The question before a page is left that still works on something. */
export const leave = {
  title: "Leave this page?",
  leave: "Leave",
};
