import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { lineAt, type TakeWords } from "../../../../convex/shared/wordPlan";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import type { MeterSource } from "../../../hooks/useMeter";
import { SizeChoice } from "../SizeChoice/SizeChoice";
import { useWordsSize } from "../useWordsSize";
import classes from "./Prompter.module.css";

interface PrompterProps {
  recorder: MeterSource;
  words: TakeWords;
}

/**
 * The words during a take. The line that is due is large and in the middle. The words move only
 * from line to line: when they moved all the time, a busy machine lost dozens of pieces of the
 * voice (see `tools/bench/README.md`).
 */
export function Prompter({ recorder, words }: PrompterProps) {
  const t = useWordsTexts();
  const [size, setSize] = useWordsSize();
  const list = useRef<HTMLOListElement>(null);
  // Follows only the line, because the meter changes many times a second and the line only now and
  // then.
  const current = useSyncExternalStore(recorder.subscribe, () =>
    Math.max(0, lineAt(words.plan, recorder.getMeter().elapsedMs)),
  );

  useLayoutEffect(() => {
    const shown = list.current;
    const line = shown?.children[current];
    if (!shown || !(line instanceof HTMLElement)) return;
    const middle = line.offsetTop + line.offsetHeight / 2;
    // Not a custom property, because every line would inherit it and be styled again.
    shown.style.translate = `0 ${-Math.round(middle)}px`;
  }, [words, current, size]);

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
