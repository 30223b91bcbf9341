import { type InputHTMLAttributes, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import controls from "./controls.module.css";
import forms from "./forms.module.css";
import { Icon } from "./Icon";
import styles from "./PasswordInput.module.css";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value" | "defaultValue"> & {
  id: string;
  showLabel: string;
  hideLabel: string;
};

/**
 * A password field with a button that shows the text. The field is uncontrolled: the password is never part of
 * React's state. Without script the style sheet hides the button.
 */
export function PasswordInput({ id, showLabel, hideLabel, ...attributes }: Props) {
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const selection = useRef<[number | null, number | null]>(null);

  const toggle = () => {
    selection.current = [input.current?.selectionStart ?? null, input.current?.selectionEnd ?? null];
    setShown(!isShown);
  };
  // Some browsers reset the caret when the type changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the type has changed
  useLayoutEffect(() => {
    const caret = selection.current;
    if (caret && input.current === document.activeElement) input.current?.setSelectionRange(...caret);
  }, [isShown]);
  useEffect(() => {
    const form = input.current?.form;
    // Browsers offer to save passwords, and must not save them as form history. They check the type on submit.
    const hide = () => flushSync(() => setShown(false));
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return (
    <div className={styles.inputGroup}>
      <input
        {...attributes}
        ref={input}
        id={id}
        type={isShown ? "text" : "password"}
        className={`${forms.input} ltr`}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className={`${controls.iconBtn} ${styles.end}`}
        aria-label={isShown ? hideLabel : showLabel}
        aria-pressed={isShown}
        aria-controls={id}
        // A press must not move focus out of the field and close a phone's keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <Icon name={isShown ? "eyeoff" : "eye"} />
      </button>
    </div>
  );
}
