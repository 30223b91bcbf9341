/**
 * Markup that was rendered before, by what it was rendered from. A page that is rendered again because a price has
 * changed has the same reviews, questions and comments, which are most of its elements.
 */
export class MarkupCache {
  readonly #entries = new Map<string, string>();
  readonly #maxChars: number;
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** `key`: all that the markup depends on. */
  get(key: string, render: () => string): string {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      // A Map iterates in the order of insertion, so the first entry is the one that was not used for longest.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const markup = render();
    this.#entries.set(key, markup);
    this.#chars += key.length + markup.length;
    for (const [oldest, value] of this.#entries) {
      if (this.#chars <= this.#maxChars) break;
      this.#entries.delete(oldest);
      this.#chars -= oldest.length + value.length;
    }
    return markup;
  }

  get size(): number {
    return this.#entries.size;
  }
}

/** Arabic text has two bytes a character: about 32 MB in each renderer. */
export const markupCache = new MarkupCache(16_000_000);
