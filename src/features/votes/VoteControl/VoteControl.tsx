import type { ContentType } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useSetVote } from "../useSetVote";
import { VoteButton } from "../VoteButton/VoteButton";

interface VoteControlProps {
  contentType: ContentType;
  contentId: string;
  title: string;
  count: number;
  isVoted: boolean;
}

/** A listener's button; for everybody else the count alone. */
export function VoteControl(props: VoteControlProps) {
  const { contentType, contentId, ...shown } = props;
  const can = useCan();
  const setVote = useSetVote(contentType);
  return (
    <VoteButton
      {...shown}
      onVote={
        can("vote:set") ? (voted) => setVote(contentId, voted) : undefined
      }
    />
  );
}
