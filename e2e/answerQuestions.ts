import type { Page } from "@playwright/test";

/**
 * Counts the browser's own dialogs and answers each with the current
 * `isLeaving`.
 */
export function answerQuestions(page: Page) {
  const answers = { asked: 0, isLeaving: false };
  page.on("dialog", async (dialog) => {
    answers.asked += 1;
    await (answers.isLeaving ? dialog.accept() : dialog.dismiss());
  });
  return answers;
}
