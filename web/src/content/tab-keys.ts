/**
 * The tab that a key leads to, or null. Tabs are below one another; arrows to the sides also work, and the reading
 * direction is from right to left: the left one leads on.
 */
export function tabAfter(key: string, index: number, count: number): number | null {
  if (key === "ArrowDown" || key === "ArrowLeft") return (index + 1) % count;
  if (key === "ArrowUp" || key === "ArrowRight") return (index + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
