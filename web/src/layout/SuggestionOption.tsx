import { type ReactNode, useEffect, useRef } from "react";

type Props = {
  id: string;
  url: string;
  className?: string;
  isMarked: boolean;
  onPoint: () => void;
  children: ReactNode;
};

/** A suggestion. Focus stays in the field, which refers to the active option by its id. */
export function SuggestionOption({ id, url, className, isMarked, onPoint, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isMarked) link.current?.scrollIntoView?.({ block: "nearest" });
  }, [isMarked]);
  return (
    <a
      ref={link}
      className={className}
      id={id}
      href={url}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      onPointerMove={onPoint}
    >
      {children}
    </a>
  );
}
