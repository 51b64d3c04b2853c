import { Activation } from "../features/auth/Activation/Activation";

export function ActivatePage() {
  return <Activation />;
}
