/** Ends after a time during which nobody held it. */
export class ToastClock {
  readonly #onEnd: () => void;
  readonly #holders = new Set<string>();
  #left: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, onEnd: () => void) {
    this.#left = milliseconds;
    this.#onEnd = onEnd;
    this.#run();
  }

  #run(): void {
    this.#since = Date.now();
    this.#timer = setTimeout(this.#onEnd, this.#left);
  }

  /** Stands still while somebody points at it or has the focus in it. */
  hold(by: string): void {
    if (this.#holders.size === 0) {
      clearTimeout(this.#timer);
      this.#left -= Date.now() - this.#since;
    }
    this.#holders.add(by);
  }

  release(by: string): void {
    if (this.#holders.delete(by) && this.#holders.size === 0) this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#holders.add("stopped");
  }
}
