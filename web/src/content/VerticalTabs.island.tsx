import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import * as contentText from "../generated/messages/content";
import { usePortalTargets } from "../runtime/use-portal-targets";
import { instead } from "../ui/clicks";
import { Icon } from "../ui/Icon";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./TabsBlock.module.css";
import { tabAfter } from "./tab-keys";
import { useNarrow } from "./use-narrow";

export type VerticalTabsProps = {
  /** The element that contains this island and the panels. */
  id: string;
  label: string;
  /** The id of a tab is the id of its panel. */
  tabs: Array<{ id: string; title: string }>;
};

const selectorOf = (id: string) => `[id=${JSON.stringify(id)}] [data-tab-head]`;

/** The tab that the address names: its panel, or something in it. */
function tabOfAddress(tabs: VerticalTabsProps["tabs"]): number {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  return target ? tabs.findIndex(({ id }) => document.getElementById(id)?.contains(target)) : -1;
}

/**
 * The behaviour of the vertical tabs, whose panels are static: the list of tabs on wide pages, the heads of an
 * accordion on narrow ones. Links to the panels until it is hydrated.
 */
export function VerticalTabs({ id, label, tabs }: VerticalTabsProps) {
  const isLive = useHydrated();
  const isNarrow = useNarrow();
  const [active, setActive] = useState(0);
  /** Only an accordion can be closed. */
  const [isOpen, setIsOpen] = useState(true);
  const heads = usePortalTargets(selectorOf(id));
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const follow = () => {
      const index = tabOfAddress(tabs);
      if (index < 0) return;
      setActive(index);
      setIsOpen(true);
      // After the panel is shown.
      requestAnimationFrame(() => document.querySelector(":target")?.scrollIntoView());
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [tabs]);

  useEffect(() => {
    const root = document.getElementById(id);
    root?.setAttribute("data-live", "");
    return () => root?.removeAttribute("data-live");
  }, [id]);

  useEffect(() => {
    for (const [index, tab] of tabs.entries()) {
      const panel = document.getElementById(tab.id);
      panel?.setAttribute("data-open", String(index === active && (isOpen || !isNarrow)));
      const roles = { role: "tabpanel", "aria-labelledby": `${tab.id}-tab`, tabindex: "0" };
      for (const [name, value] of Object.entries(roles)) {
        if (isNarrow) panel?.removeAttribute(name);
        else panel?.setAttribute(name, value);
      }
    }
  }, [tabs, active, isOpen, isNarrow]);

  const toggle = (index: number) => {
    setIsOpen(index !== active || !isOpen);
    setActive(index);
  };
  const press = (event: KeyboardEvent, index: number) => {
    const next = tabAfter(event.key, index, tabs.length);
    if (next === null) return;
    event.preventDefault();
    if (isNarrow) {
      heads[next]?.querySelector("button")?.focus();
      return;
    }
    setActive(next);
    setIsOpen(true);
    list.current?.querySelectorAll("a")[next]?.focus();
  };

  return (
    <>
      <ul
        ref={list}
        className={styles.list}
        aria-label={label}
        {...(isLive && { role: "tablist", "aria-orientation": "vertical" })}
      >
        {tabs.map((tab, index) => (
          <li key={tab.id} role={isLive ? "presentation" : undefined}>
            <a
              id={`${tab.id}-tab`}
              href={`#${tab.id}`}
              onClick={instead(() => {
                setActive(index);
                setIsOpen(true);
              })}
              onKeyDown={(event) => press(event, index)}
              {...(isLive && {
                role: "tab",
                "aria-selected": index === active,
                "aria-controls": tab.id,
                tabIndex: index === active ? 0 : -1,
              })}
            >
              {tab.title}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.info}>{contentText.tabInfo({ title: tabs[active]?.title ?? "" })}</p>
      {heads.map((head, index) => {
        const tab = tabs[index];
        if (!tab) return null;
        const content = (
          <>
            {tab.title}
            <Icon name="down" />
          </>
        );
        return createPortal(
          isNarrow ? (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={index === active && isOpen}
              aria-controls={`${tab.id}-body`}
              onClick={() => toggle(index)}
              onKeyDown={(event) => press(event, index)}
            >
              {content}
            </button>
          ) : (
            <span className={styles.toggle}>{content}</span>
          ),
          head,
          tab.id,
        );
      })}
    </>
  );
}
