import { useEffect, useState } from "react";

/** The third column is shown from this width, the second from the other. */
const THREE = 800;
const TWO = 550;
/** The grid is laid out again this long after the window has changed its size. */
const DELAY = 100;
const MOST = 3;

export const columnsAt = (width: number) => (width < TWO ? 1 : width < THREE ? 2 : MOST);

/** Distributes items to columns in reading order: an item that is added later moves none of the others. */
export function distribute<T>(items: Array<T>, columns: number): Array<Array<T>> {
  return Array.from({ length: MOST }, (_, column) => items.filter((_, index) => index % columns === column));
}

/** The number of columns that the window has space for; three on the server. */
export function useColumns(): number {
  const [columns, setColumns] = useState(MOST);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const layOut = () => setColumns(columnsAt(window.innerWidth));
    const resize = () => {
      clearTimeout(timer);
      timer = setTimeout(layOut, DELAY);
    };
    layOut();
    window.addEventListener("resize", resize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("resize", resize);
    };
  }, []);
  return columns;
}
