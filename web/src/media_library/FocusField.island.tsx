import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { Picture } from "../catalog/Picture";
import type { PictureView } from "../generated/catalog";
import * as text from "../generated/messages/media_library";
import { Field } from "../ui/Field";
import styles from "./FocusField.module.css";

/** The style sheet has a rule for each step. */
const STEP = 5;
const MIDDLE = 50;

const nearest = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / STEP) * STEP));

/** The sides of a picture are physical: left is left in every script. */
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const percent = (typed: string) => {
  const value = Number(typed);
  return typed.trim() !== "" && Number.isFinite(value) ? nearest(value) : MIDDLE;
};

type Props = { picture: PictureView; x: number; y: number };

/** The point that every crop keeps: by click, by arrow keys, or as two numbers, which also work without script. */
export function FocusField({ picture, x, y }: Props) {
  const [typed, setTyped] = useState({ x: String(x), y: String(y) });
  const focus = { x: percent(typed.x), y: percent(typed.y) };
  const move = (to: { x: number; y: number }) =>
    setTyped({ x: String(nearest(to.x)), y: String(nearest(to.y)) });

  const place = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    // Pressed by Enter or space: there is no place.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    move({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 });
  };
  const press = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    move({ x: focus.x + by[0], y: focus.y + by[1] });
  };

  const { width, height } = picture;
  const [cx, cy] = [(width * focus.x) / 100, (height * focus.y) / 100];
  const shown = { ...picture, alt: "", focus };
  return (
    <fieldset className={styles.focus}>
      <legend>{text.fieldFocus()}</legend>
      <p className={styles.hint} id="focus-hint">
        {text.focusHint()}
      </p>
      <button
        type="button"
        className={styles.area}
        aria-label={text.focusArea()}
        aria-describedby="focus-at"
        onClick={place}
        onKeyDown={press}
      >
        <Picture {...shown} sizes="(min-width: 64rem) 40rem, 90vw" eager />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          <circle cx={cx} cy={cy} r={Math.min(width, height) * 0.06} />
          <circle cx={cx} cy={cy} r={Math.min(width, height) * 0.012} />
        </svg>
      </button>
      <output className={styles.hint} id="focus-at" htmlFor="focus_x focus_y">
        {text.focusAt({ x: String(focus.x), y: String(focus.y) })}
      </output>
      <div className={styles.pair}>
        <Field
          id="focus_x"
          name="focus_x"
          label={text.focusX()}
          value={typed.x}
          onChange={({ target }) => setTyped({ ...typed, x: target.value })}
          type="number"
          min={0}
          max={100}
          step={STEP}
          required
          ltr
        />
        <Field
          id="focus_y"
          name="focus_y"
          label={text.focusY()}
          value={typed.y}
          onChange={({ target }) => setTyped({ ...typed, y: target.value })}
          type="number"
          min={0}
          max={100}
          step={STEP}
          required
          ltr
        />
      </div>
      <h3>{text.focusTrials()}</h3>
      <div className={styles.trials}>
        <figure className={styles.square}>
          <Picture {...shown} sizes="7rem" />
          <figcaption>{text.trialSquare()}</figcaption>
        </figure>
        <figure className={styles.tall}>
          <Picture {...shown} sizes="7rem" />
          <figcaption>{text.trialCard()}</figcaption>
        </figure>
        <figure className={styles.broad}>
          <Picture {...shown} sizes="12rem" />
          <figcaption>{text.trialWide()}</figcaption>
        </figure>
      </div>
    </fieldset>
  );
}
