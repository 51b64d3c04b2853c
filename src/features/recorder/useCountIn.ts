import { useState } from "react";
import { readChoice, writeChoice } from "../../lib/storedChoice";

const KEY = "gully-count-in";

/** Whether takes are counted in; remembered in this browser. */
export function useCountIn(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readChoice(KEY) === "on");
  const choose = (next: boolean) => {
    setIsOn(next);
    writeChoice(KEY, next ? "on" : "off");
  };
  return [isOn, choose];
}
