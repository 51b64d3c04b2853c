import { PageTitle } from "../components/PageTitle/PageTitle";
import { NoticeList } from "../features/notices/NoticeList/NoticeList";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function NoticesPage() {
  const t = useTrustTexts().notices;
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <NoticeList />
    </>
  );
}
