import type { Page } from "@playwright/test";

/** Accepts the browser's own questions before a page is left, and counts them. */
export function answerQuestions(page: Page) {
  const answers = { asked: 0 };
  page.on("dialog", async (dialog) => {
    answers.asked += 1;
    await dialog.accept();
  });
  return answers;
}
