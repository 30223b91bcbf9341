import sprite from "./icons.svg?url";

type Props = { name: "mark" | "wordmark" | "empty-bag" | "empty-heart"; className?: string };

/** An illustration of the sprite that is not a line icon: the parts of the logo, and pictures of what is empty. */
export function Art({ name, className }: Props) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
