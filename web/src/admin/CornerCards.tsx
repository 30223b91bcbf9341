import { type MouseEvent, useEffect, useRef } from "react";
import * as text from "../generated/messages/admin";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./Corner.module.css";
import { ToastClock } from "./toast-clock";
import type { Undo } from "./undo";

const TOAST_TIME = 10_000;
/** Moves the focus to the toast, which is at the end of the page. */
const TOAST_KEY = "F8";

export type Change = {
  /** Names the newest change. */
  key: string;
  sentence: string;
  /** What follows it, such as that typed text stays. */
  note: string;
  label: string;
  href: string;
  load: () => void;
};

/** What a change did. */
export type Done = {
  /** The form that takes it back. */
  undo: Undo | null;
  /** How many pages of the shop are rendered again. */
  renewed: number | null;
};

export type Cards = {
  toast: (Done & { id: number }) | null;
  change: Change | null;
  here: ReadonlyArray<string>;
};

type ToastProps = Done & { onEnd: () => void };

export function Toast({ undo, renewed, onEnd }: ToastProps) {
  const clock = useRef<ToastClock | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const own = new ToastClock(TOAST_TIME, onEnd);
    clock.current = own;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === TOAST_KEY) form.current?.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      own.stop();
      document.removeEventListener("keydown", onKey);
    };
  }, [onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the time stands still meanwhile
    <div
      className={styles.card}
      data-toast=""
      onPointerEnter={() => clock.current?.hold("pointer")}
      onPointerLeave={() => clock.current?.release("pointer")}
      onFocus={() => clock.current?.hold("focus")}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) clock.current?.release("focus");
      }}
    >
      <p>
        {undo && text.undoReady()} {renewed !== null && text.pagesRenewed({ count: renewed })}
      </p>
      {undo && (
        <form ref={form} method="post" action={undo.action}>
          <HiddenInputs pairs={undo.fields} />
          <button type="submit" aria-keyshortcuts={TOAST_KEY}>
            {text.undo()}
          </button>
        </form>
      )}
      <button type="button" onClick={onEnd}>
        {text.hide()}
      </button>
    </div>
  );
}

type HideProps = { name: string; onHide: (name: string) => void };

function Hide({ name, onHide }: HideProps) {
  return (
    <button type="button" onClick={() => onHide(name)}>
      {text.hide()}
    </button>
  );
}

type ChangeProps = { change: Change; onHide: HideProps["onHide"] };

function ChangeCard({ change: { key, sentence, note, label, href, load }, onHide }: ChangeProps) {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load();
  };
  return (
    <div className={styles.card}>
      <p>
        <bdi>{sentence}</bdi> {note}
      </p>
      <a href={href} onClick={onClick}>
        {label}
      </a>
      <Hide name={key} onHide={onHide} />
    </div>
  );
}

type Props = Cards & { onToastEnd: () => void; onHide: HideProps["onHide"] };

/** The corner's cards. New ones are announced by the region around them. */
export function CornerCards({ toast, change, here, onToastEnd, onHide }: Props) {
  return (
    <>
      {here.length > 0 && (
        <div className={styles.card}>
          <p>
            <bdi>{text.liveHere({ names: here.join("، ") })}</bdi>
          </p>
          <Hide name={here.join()} onHide={onHide} />
        </div>
      )}
      {change && <ChangeCard change={change} onHide={onHide} />}
      {toast && <Toast key={toast.id} undo={toast.undo} renewed={toast.renewed} onEnd={onToastEnd} />}
      <span id="live-row" hidden>
        {text.liveRow()}
      </span>
    </>
  );
}
