import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import classes from "./VoteButton.module.css";

interface VoteButtonProps {
  title: string;
  count: number;
  isVoted: boolean;
  /** Absent for everybody who may only look at the count. */
  onVote?: (voted: boolean) => void;
}

export function VoteButton({ title, count, isVoted, onVote }: VoteButtonProps) {
  const t = useTexts("votes");
  if (!onVote) {
    return (
      <span className={classes.vote}>
        <Icon name="heart" />
        <VoteCount count={count} />
      </span>
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

/** Each new number slides in once, so that a change is noticed and no more. */
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
