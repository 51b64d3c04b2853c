import { useSearchParams } from "react-router-dom";
import { Guard } from "../components/Guard/Guard";
import { Activation } from "../features/auth/Activation/Activation";
import { Confirmation } from "../features/auth/Activation/Confirmation";

/**
 * With a `code` in the address, handles the emailed confirmation link, signed in or out. Without
 * one, shows the page where an unconfirmed member waits.
 */
export default function ActivatePage() {
  const [params] = useSearchParams();
  const code = params.get("code");
  if (code !== null) return <Confirmation code={code} />;
  return (
    <Guard access="activation">
      <Activation />
    </Guard>
  );
}
