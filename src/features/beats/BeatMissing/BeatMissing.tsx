import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { EmptyPage } from "../../../components/Empty/EmptyPage";
import { useTexts } from "../../../texts/TextsProvider";

export function BeatMissing() {
  const t = useTexts("beats");
  const { byCode } = useTexts("errors");
  return (
    <EmptyPage title={byCode.BEAT_NOT_FOUND} hint={t.notFoundHint}>
      <Button component={Link} to={paths.home} variant="default">
        {t.toHome}
      </Button>
    </EmptyPage>
  );
}
