import { useLayoutEffect, useRef, useState } from "react";
import { parseNodes } from "./trusted-html";

/**
 * HTML of the server inside an island. It must be part of the server's markup, empty or not: React writes nothing while
 * hydrating, and nothing later, because it always gets the same object. Newer HTML is inserted here: Trusted Types refuse
 * React's own writing.
 */
export function ServerHtml({ html, className }: { html: string; className?: string }) {
  const [first] = useState({ __html: html });
  const shown = useRef(html);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown.current === html) return;
    shown.current = html;
    element.current?.replaceChildren(...parseNodes(html));
  }, [html]);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
    <div ref={element} className={className} dangerouslySetInnerHTML={first} />
  );
}
