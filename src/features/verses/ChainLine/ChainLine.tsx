import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router-dom";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useHidden } from "../../../hooks/useHidden";
import { useViewer } from "../../../hooks/useViewer";
import { answerHref, cypherHref, verseHref } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ChainLine.module.css";

interface ChainLineProps {
  verse: VerseSummary;
  canAnswer: boolean;
}

/**
 * Says what a verse answers, how many verses answer it, and in which cypher it is, with a button to
 * answer it.
 */
export function ChainLine({ verse, canAnswer }: ChainLineProps) {
  const t = useTexts("verses");
  const { answers, answerCount, firstAnswerId, cypherId, beat, rapper } = verse;
  const hidden = useHidden();
  const isHidden = answers?.rapper && hidden.has(answers.rapper.userId);
  // The server says only later whether the viewer may answer. Until then, the space of the row is
  // reserved.
  const isOwn = useViewer()?.userId === rapper.userId;
  const mayAnswer = useCan()("verse:create") && !isOwn;
  const hasKey = canAnswer || mayAnswer;
  if (!answers && !firstAnswerId && !cypherId && !hasKey) return null;
  return (
    <div className={classes.chain}>
      {answers &&
        !isHidden &&
        (answers.verseId && answers.rapper ? (
          <Anchor
            component={Link}
            className={classes.link}
            to={verseHref(beat.id, answers.verseId)}
          >
            {t.answers(answers.rapper.username)}
          </Anchor>
        ) : (
          <span>{t.answersDeleted}</span>
        ))}
      {firstAnswerId && (
        <Anchor
          component={Link}
          className={classes.link}
          to={verseHref(beat.id, firstAnswerId)}
        >
          {t.answerCount(answerCount)}
        </Anchor>
      )}
      {cypherId && (
        <Anchor
          component={Link}
          className={classes.link}
          to={cypherHref(cypherId)}
        >
          {t.fromCypher}
        </Anchor>
      )}
      {canAnswer && (
        <Button
          component={Link}
          to={answerHref(beat.id, verse.id)}
          variant="default"
          size="compact-md"
          aria-label={t.answerTo(rapper.username)}
        >
          {t.answer}
        </Button>
      )}
    </div>
  );
}
