import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { lineAt, type TakeWords } from "../../../../convex/shared/wordPlan";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { type MeterSource, useMeter } from "../../../hooks/useMeter";
import { SizeChoice } from "../SizeChoice/SizeChoice";
import { useWordsSize } from "../useWordsSize";
import { scrollPlace } from "../scrollPlace";
import classes from "./Prompter.module.css";

interface PrompterProps {
  recorder: MeterSource;
  words: TakeWords;
}

/**
 * The words during a take. They scroll with the beat, the line that is due is
 * large, and with reduced motion they step from line to line.
 */
export function Prompter({ recorder, words }: PrompterProps) {
  const t = useWordsTexts();
  const [size, setSize] = useWordsSize();
  const { elapsedMs } = useMeter(recorder);
  const list = useRef<HTMLOListElement>(null);
  const current = Math.max(0, lineAt(words.plan, elapsedMs));

  useLayoutEffect(() => {
    const shown = list.current;
    if (shown === null) return;
    const tops = Array.from(shown.children, (line) =>
      line instanceof HTMLElement ? line.offsetTop + line.offsetHeight / 2 : 0,
    );
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const top = scrollPlace({ plan: words.plan, tops, isStill }, elapsedMs);
    // Not a custom property: every line would inherit it and be styled again.
    shown.style.translate = `0 ${-Math.round(top)}px`;
  }, [words, elapsedMs, size]);

  return (
    <section aria-label={t.title} className={classes.prompter}>
      <div className={classes.window} data-size={size}>
        <ol ref={list} className={classes.lines}>
          <Lines words={words} current={current} />
        </ol>
      </div>
      <SizeChoice size={size} onChange={setSize} />
    </section>
  );
}

const Lines = memo(function Lines({
  words: { text, plan },
  current,
}: {
  words: TakeWords;
  current: number;
}) {
  const all = useMemo(() => text.split("\n"), [text]);
  return plan.map(({ line }, index) => (
    <li
      key={line}
      dir="auto"
      className={classes.line}
      aria-current={index === current || undefined}
    >
      {all[line]}
    </li>
  ));
});
