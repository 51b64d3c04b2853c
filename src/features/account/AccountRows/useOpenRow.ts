import { useLocation, useNavigate } from "react-router-dom";
import { useAddressParams } from "../../../hooks/useAddressParams";
import { ACCOUNT_ROWS } from "./accountRow";

const OPEN = "open";
/** In the history entry of a row that was opened here, so that closing the row steps back. */
const OPENED_HERE = { isRowOpenedHere: true };

/**
 * The row that the address opens, as in `/account?open=email`, and a function that opens or closes
 * one. Back closes the row, however many rows have taken its place.
 */
export function useOpenRow() {
  const [params, changeParams] = useAddressParams();
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const named = params.get(OPEN);
  const open = ACCOUNT_ROWS.find((row) => row === named) ?? null;
  const isOpenedHere = isRowOpenedHere(state);

  const show = (row: string | null, isReplacing: boolean) =>
    changeParams(
      (present) => {
        if (row === null) present.delete(OPEN);
        else present.set(OPEN, row);
        return present;
      },
      {
        replace: isReplacing,
        preventScrollReset: true,
        state: row !== null && (isOpenedHere || !isReplacing) && OPENED_HERE,
      },
    );

  const toggle = (row: string | null) => {
    if (row === null && isOpenedHere) void navigate(-1);
    else show(row, open !== null);
  };
  return { open, toggle };
}

const isRowOpenedHere = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isRowOpenedHere" in state;
