// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CaseDetails } from "../../../../convex/shared/moderation";
import { makeDetails } from "../../../testing/cases";
import { render } from "../../../testing/render";
import type { Language } from "../../../texts/language";
import { DecisionBar } from "./DecisionBar";

const onDecide = vi.fn();
const onMoveOn = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
});

/** The case changes when the test presses "Elsewhere". */
function Bar({ taken }: { taken: Partial<CaseDetails> }) {
  const [details, setDetails] = useState(makeDetails());
  const [note, setNote] = useState("");
  return (
    <>
      <DecisionBar
        {...{ details, note, onDecide, onMoveOn }}
        onNote={setNote}
      />
      <button onClick={() => setDetails({ ...details, ...taken })}>
        Elsewhere
      </button>
    </>
  );
}

const show = (
  taken: Partial<CaseDetails> = { decidedAt: 1 },
  language: Language = "en",
) => render(<Bar taken={taken} />, { language });

const press = (name: string) => screen.getByRole("button", { name });
const takeAway = () => {
  press("Elsewhere").dispatchEvent(clickWithoutFocus());
};
const clickWithoutFocus = () => new MouseEvent("click", { bubbles: true });

test("a key decides, with the note", async () => {
  show();
  await userEvent.keyboard("nNot yours.{Escape}w");
  expect(onDecide).toHaveBeenCalledOnce();
  const [choice, reason] = onDecide.mock.lastCall as unknown[];
  expect(choice).toMatchObject({ decision: "warn" });
  expect(reason).toBe("Not yours.");
});

test("does not promise that the author reads the note of a dismissed report", () => {
  show({ kind: "claim" });
  screen.getByText(
    "The author reads it with the decision, unless you dismiss.",
  );
  act(takeAway);
  screen.getByText("The author reads it with the decision.");
});

test("says how many verses of others go with a beat", () => {
  show({ othersVerses: 3 });
  expect(screen.queryByText(/^Verses of other people/)).toBeNull();
  act(takeAway);
  screen.getByText("Verses of other people that go if you remove this beat: 3");
});

describe.each([{ decidedAt: 1 }, { isBeingDecided: true }])(
  "when another moderator decides: %j",
  (taken) => {
    test("the note and the focus stay, and the typing goes on", async () => {
      show(taken);
      await userEvent.keyboard("nThis is a");
      takeAway();
      await screen.findByText(/^Another moderator has decided this case\./);
      await userEvent.keyboard(" word");
      const note = screen.getByRole<HTMLTextAreaElement>("textbox");
      expect(document.activeElement).toBe(note);
      expect(note.value).toBe("This is a word");
    });

    test("neither keys nor buttons decide, and the next case is on offer", async () => {
      show(taken);
      await userEvent.keyboard("s");
      takeAway();
      await screen.findByText(/Another moderator/);
      await userEvent.keyboard("17{Escape}drw");
      for (const name of ["Dismiss D", "Remove R"]) {
        expect(press(name).getAttribute("aria-disabled")).toBe("true");
        press(name).click();
      }
      expect(onDecide).not.toHaveBeenCalled();
      await userEvent.click(press("Next case"));
      expect(onMoveOn).toHaveBeenCalledOnce();
    });
  },
);

test("it is said in Hindi too", async () => {
  show({ decidedAt: 1 }, "hi");
  takeAway();
  await screen.findByText(/^इस मामले का फ़ैसला दूसरे मॉडरेटर ने कर दिया है।/);
  press("अगला मामला");
});
