import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import { useViewer } from "../../../hooks/useViewer";
import { showToast } from "../../../lib/showToast";
import { Icon } from "../../../components/Icon/Icon";
import classes from "./VoteButton.module.css";

interface VoteButtonProps {
  title: string;
  count: number;
  isVoted: boolean;
  /**
   * Absent if the viewer may not vote. The button then shows only the count, and pressing it says
   * who may vote.
   */
  onVote?: (voted: boolean) => void;
}

export function VoteButton({ title, count, isVoted, onVote }: VoteButtonProps) {
  const t = useTexts("votes");
  const { byCode } = useTexts("errors");
  const isListener = useViewer()?.profile?.role === "listener";
  if (!onVote) {
    return (
      <UnstyledButton
        className={classes.vote}
        // A listener who may not vote, such as a suspended one, is told why elsewhere.
        onClick={() => !isListener && showToast(byCode.ONLY_LISTENERS_VOTE)}
      >
        {t.count(count)}
      </UnstyledButton>
    );
  }
  return (
    <span className={classes.vote}>
      <UnstyledButton
        className={classes.button}
        aria-label={t.vote(title)}
        aria-pressed={isVoted}
        onClick={() => onVote(!isVoted)}
      >
        <Icon name="heart" isFilled={isVoted} />
      </UnstyledButton>
      <VoteCount count={count} />
    </span>
  );
}

/** The vote count. A new number slides in once, to draw a little attention to the change. */
function VoteCount({ count }: { count: number }) {
  const t = useTexts("votes");
  return (
    <span className={classes.count} aria-live="polite">
      <span key={count} className={classes.digits} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>{t.count(count)}</VisuallyHidden>
    </span>
  );
}
