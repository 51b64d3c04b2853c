// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { expect, test } from "vitest";
import { useReturnFocus } from "./useReturnFocus";

function Question({ onClose }: { onClose: () => void }) {
  const answer = useRef<HTMLButtonElement>(null);
  useReturnFocus(true);
  useEffect(() => answer.current?.focus(), []);
  return (
    <button ref={answer} onClick={onClose}>
      Yes
    </button>
  );
}

/** A card that asks a question. If `isDeleting`, the answer removes the card. */
function Card({ isDeleting }: { isDeleting: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isThere, setIsThere] = useState(true);
  const close = () => {
    setIsAsking(false);
    if (isDeleting) setIsThere(false);
  };
  if (!isThere) return null;
  return (
    <article>
      <h2>Night</h2>
      <button onClick={() => setIsAsking(true)}>Delete</button>
      {isAsking && <Question onClose={close} />}
    </article>
  );
}

async function answerQuestion(card: ReactNode) {
  render(
    <main>
      <h1>Beat</h1>
      <section>
        <article>
          <h2>Rain</h2>
        </article>
        <section>{card}</section>
        <h2>2 verses</h2>
      </section>
    </main>,
  );
  await userEvent.click(screen.getByText("Delete"));
  expect(document.activeElement?.textContent).toBe("Yes");
  await userEvent.click(screen.getByText("Yes"));
}

test("the opener gets the focus back", async () => {
  await answerQuestion(<Card isDeleting={false} />);
  expect(document.activeElement?.textContent).toBe("Delete");
});

test("the heading of the list gets the focus if the opener has gone", async () => {
  await answerQuestion(<Card isDeleting />);
  expect(document.activeElement?.textContent).toBe("2 verses");
});
