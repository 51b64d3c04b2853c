import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { ROLES } from "../../../convex/shared/roles";
import { useTexts } from "../../texts/TextsProvider";
import { useAuthTexts } from "../../texts/useAuthTexts";
import classes from "./RoleField.module.css";

interface RoleFieldProps {
  value?: string;
  error?: ReactNode;
  onChange?: (role: string) => void;
}

export function RoleField({ value, error, onChange }: RoleFieldProps) {
  const id = useId();
  const { roles } = useTexts("common");
  const t = useAuthTexts().signUp;
  const hasError = error !== undefined && error !== null && error !== false;

  return (
    <fieldset
      className={classes.field}
      aria-describedby={hasError ? `${id}-error` : undefined}
    >
      <legend className={classes.legend}>{t.role}</legend>
      <div className={classes.roles}>
        {ROLES.map((role) => (
          <label key={role} className={classes.role}>
            <input
              type="radio"
              name="role"
              value={role}
              checked={value === role}
              onChange={() => onChange?.(role)}
              aria-labelledby={`${id}-${role}`}
              aria-describedby={`${id}-${role}-hint`}
              className={classes.radio}
            />
            <span>
              <span id={`${id}-${role}`} className={classes.name}>
                {roles[role]}
              </span>
              <span id={`${id}-${role}-hint`} className={classes.hint}>
                {t.roleHints[role]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {hasError && (
        <Input.Error id={`${id}-error`} size="md" mt={6}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
