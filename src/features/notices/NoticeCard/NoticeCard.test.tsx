// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { expect, test } from "vitest";
import type {
  DecisionSummary,
  Notice,
} from "../../../../convex/shared/moderation";
import type { CaseKind, Decision } from "../../../../convex/shared/safety";
import { render } from "../../../testing/render";
import type { Language } from "../../../texts/language";
import { NoticeCard } from "./NoticeCard";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

const decisionOf = (decision: Decision): DecisionSummary => ({
  id: asId("decision1"),
  subjectType: "beat",
  about: "Monsoon",
  decision,
  suspendedUntil: null,
  grounds: "copyright",
  reason: "",
  createdAt: 1,
});

const noticeOf = (kind: CaseKind, decision: Decision): Notice => ({
  ...{ id: asId("notice1"), caseId: asId("case1"), kind },
  ...{ subjectType: "beat", about: "Monsoon", createdAt: 1, isRead: false },
  lostVerse: false,
  decision: decisionOf(decision),
  ...{ canAppeal: false, claim: null, canAnswer: false },
});

// Never connects, because nothing in these tests queries it.
const client = new ConvexReactClient("https://backend.example");

function show(notice: Notice, language: Language = "en") {
  render(
    <ConvexProvider client={client}>
      <NoticeCard notice={notice} />
    </ConvexProvider>,
    { language },
  );
  return screen.getByRole("heading").textContent;
}

test.each([
  [
    "report",
    "A moderator has looked at this and decided not to remove it: Monsoon",
  ],
  [
    "sameAudio",
    "Someone else had uploaded the same audio before. A moderator has looked at this and decided not to remove it: Monsoon",
  ],
  ["claim", "The claim was turned down: Monsoon"],
  ["appeal", "Your appeal was turned down: Monsoon"],
] as const)("says what was dismissed: %s", (kind, title) => {
  expect(show(noticeOf(kind, "dismiss"))).toBe(title);
  screen.getByText(
    "It was about: Someone else's work, used without permission",
  );
});

test("does not speak as the person who reported", () => {
  expect(show(noticeOf("report", "remove"))).toBe("Removed: Monsoon");
  screen.getByText("Why: Someone else's work, used without permission");
});

test("tells a rapper that a verse went with its beat, without a reason or a form", () => {
  const notice = noticeOf("report", "remove");
  expect(show({ ...notice, lostVerse: true, decision: null })).toBe(
    "Your verse went with its beat: Monsoon",
  );
  screen.getByText(/^A moderator has removed the beat/);
  expect(screen.queryByText(/^Why/)).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("says so in Hindi too", () => {
  expect(show(noticeOf("sameAudio", "dismiss"), "hi")).toContain(
    "एक मॉडरेटर ने इसे देखा है और इसे न हटाने का फ़ैसला किया है: Monsoon",
  );
  screen.getByText("बात यह थी: किसी और का काम, बिना अनुमति");
});
