import { useSearchParams } from "react-router-dom";
import { EmailChange } from "../features/account/EmailChange/EmailChange";

export default function EmailChangePage() {
  const [params] = useSearchParams();
  return <EmailChange code={params.get("code") ?? ""} />;
}
