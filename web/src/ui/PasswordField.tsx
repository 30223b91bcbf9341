import type { InputHTMLAttributes } from "react";
import { FieldFrame } from "./FieldFrame";
import { type FieldProps, noteAttributes } from "./field-props";
import { Icon } from "./Icon";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value" | "defaultValue"> &
  FieldProps & { showLabel: string; hideLabel: string };

/**
 * A password, which is never written into a page. Its eye can do nothing without script, so it is hidden until
 * its script runs.
 */
export function PasswordField({ id, label, hint, error, isHalf, showLabel, hideLabel, ...input }: Props) {
  const field = { id, label, hint, error, isHalf };
  return (
    <FieldFrame field={field} isRequired={input.required}>
      <div className="input-group">
        <input
          {...input}
          id={id}
          type="password"
          className="input ltr"
          autoCapitalize="none"
          spellCheck={false}
          {...noteAttributes(field)}
        />
        <button
          type="button"
          className="icon-btn input-group__end"
          aria-label={showLabel}
          aria-pressed={false}
          aria-controls={id}
          data-eye=""
          data-show={showLabel}
          data-hide={hideLabel}
          hidden
        >
          <Icon name="eye" />
          <Icon name="eyeoff" />
        </button>
      </div>
    </FieldFrame>
  );
}
