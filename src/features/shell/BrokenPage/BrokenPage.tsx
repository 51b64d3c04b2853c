import { Button } from "@mantine/core";
import { Empty } from "../../../components/Empty/Empty";
import { useTexts } from "../../../texts/TextsProvider";

/** When a page throws, or its code could not be fetched after an update of the site. */
export function BrokenPage() {
  const t = useTexts("common");
  return (
    <Empty title={t.somethingBroke}>
      <Button onClick={() => window.location.reload()}>{t.reload}</Button>
    </Empty>
  );
}
