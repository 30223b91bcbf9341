import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../ui/classes";
import styles from "./ConditionalGroup.module.css";

/** Milliseconds in which a group opens or closes. */
const LASTS = 400;

type Props = {
  isShown: boolean;
  animate: boolean;
  /** Says who needs these elements. Shown without script, where every element is visible. */
  hint: string;
  children: ReactNode;
};

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Elements that are shown or hidden by the answers to others. */
export function ConditionalGroup({ isShown, animate, hint, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [wasShown, setWasShown] = useState(isShown);
  const [isLeaving, setIsLeaving] = useState(false);
  const rendered = useRef(isShown);
  if (wasShown !== isShown) {
    setWasShown(isShown);
    // A closing group stays in the page until it is closed.
    setIsLeaving(!isShown && animate && !isStill());
  }
  useLayoutEffect(() => {
    if (rendered.current === isShown) return;
    rendered.current = isShown;
    const group = element.current;
    if (!group || !animate || isStill()) return;
    // The gap before it opens and closes with it.
    const gap = group.parentElement ? Number.parseFloat(getComputedStyle(group.parentElement).rowGap) : 0;
    const closed = { blockSize: "0px", marginBlockStart: `${-gap || 0}px`, opacity: 0, overflow: "clip" };
    const height = `${group.offsetHeight}px`;
    const open = { blockSize: height, marginBlockStart: "0px", opacity: 1, overflow: "clip" };
    const animation = group.animate(isShown ? [closed, open] : [open, closed], {
      duration: LASTS,
      easing: "ease-in-out",
    });
    if (!isShown) animation.onfinish = () => setIsLeaving(false);
    return () => animation.cancel();
  }, [isShown, animate]);
  const isAway = !isShown && !isLeaving;
  return (
    <div
      ref={element}
      className={classes(styles.group, isAway && styles.away)}
      inert={isLeaving}
      data-conditional={isShown ? "shown" : "hidden"}
    >
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  );
}
