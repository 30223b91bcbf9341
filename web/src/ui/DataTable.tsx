import type { Key, ReactNode } from "react";
import styles from "./DataTable.module.css";

/** The label of a column, and what a row shows in it. */
export type Column<Row> = { label: string; cell: (row: Row) => ReactNode };

type Props<Row> = { columns: Array<Column<Row>>; rows: Array<Row>; keyOf: (row: Row) => Key };

/** A table whose rows are cards on small screens, each value beside the label of its column. */
export function DataTable<Row>({ columns, rows, keyOf }: Props<Row>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, cell }) => (
              <td key={label} data-label={label}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
