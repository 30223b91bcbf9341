import type { StoryView } from "../generated/catalog";
import { Picture } from "./Picture";

export function Story({ title, text, link, picture }: StoryView) {
  return (
    <div className="story">
      <div className="story__text on-dark">
        <h2>{title}</h2>
        <p>{text}</p>
        {link && (
          <a className="btn btn--light" href={link.url}>
            {link.label}
          </a>
        )}
      </div>
      <Picture {...picture} sizes="(min-width: 767px) 50vw, 100vw" />
    </div>
  );
}
