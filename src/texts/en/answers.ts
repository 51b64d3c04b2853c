/** Texts for answers between verses and for playing chains. */
export const answers = {
  answering: (rapper: string) => `Answering ${rapper}`,
  drop: "Do not answer",
  hearEnd: "Hear the end of their verse first",
  leadMissing: "Their verse could not be loaded",
  order: "Order",
  newest: "Newest",
  inOrder: "In order",
  playAll: "Play all",
  skipped: (title: string) => `${title} could not be loaded and was skipped.`,
};
