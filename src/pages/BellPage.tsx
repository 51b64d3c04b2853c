import { PageTitle } from "../components/PageTitle/PageTitle";
import { BellList } from "../features/bell/BellList/BellList";
import { useTexts } from "../texts/TextsProvider";

export default function BellPage() {
  const t = useTexts("shell");
  return (
    <>
      <PageTitle>{t.bell}</PageTitle>
      <BellList />
    </>
  );
}
