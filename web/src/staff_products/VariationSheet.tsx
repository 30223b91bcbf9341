import * as text from "../generated/messages/staff_products";
import type { SheetRow, VariationsForm } from "../generated/staff_products";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { ProductDraft } from "./ProductDraft.island";
import { SheetKeys } from "./SheetKeys.island";
import styles from "./VariationSheet.module.css";

const FORM = "sheet";

type Props = { form: VariationsForm; nonce: string };

function Row({ row, columns }: { row: SheetRow; columns: VariationsForm["columns"] }) {
  const prefix = `v${row.id}_`;
  return (
    <tr>
      <th scope="row">
        <bdi>{row.label}</bdi>
        <HiddenInputs
          pairs={[
            [`${prefix}version`, row.version],
            [`${prefix}was`, row.was],
          ]}
        />
      </th>
      {columns.map(({ value: field, label }) => {
        const error = row.errors.find((one) => one.field === field);
        const id = `${prefix}${field}`;
        return (
          <td key={field} data-label={label}>
            <input
              className={`${forms.input} ${styles.cell} ltr`}
              name={id}
              defaultValue={row.values[field] ?? ""}
              aria-label={text.cell({ label, name: row.label })}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-note` : undefined}
              autoComplete="off"
            />
            {error && (
              <small id={`${id}-note`} className={styles.error}>
                {error.text}
              </small>
            )}
          </td>
        );
      })}
      <td data-label={text.stock()}>
        <bdi>{row.stock}</bdi>
      </td>
    </tr>
  );
}

function Table({ form: { action, rows, columns, firstRow, prevUrl, nextUrl }, nonce }: Props) {
  return (
    <form id={FORM} method="post" action={action} className={styles.form}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["rows", String(firstRow)],
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the region */}
      <section className={styles.scroll} tabIndex={0} aria-label={text.variationsTable()}>
        <table className={styles.sheet}>
          <thead>
            <tr>
              <th scope="col">{text.variation()}</th>
              {columns.map(({ value, label }) => (
                <th key={value} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{text.stock()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {columns.length > 0 && (
        <>
          <Island of={SheetKeys} id="sheet-keys" on="visible" props={{ formId: FORM }} />
          <button type="submit" className={controls.btn}>
            {text.saveTable()}
          </button>
        </>
      )}
      {prevUrl && (
        <a className={controls.link} href={prevUrl}>
          {text.tableBefore()}
        </a>
      )}
      {nextUrl && (
        <a className={controls.link} href={nextUrl}>
          {text.tableAfter()}
        </a>
      )}
    </form>
  );
}

/** The variations as a table, and the attributes that they are made of. */
export function VariationSheet({ form, nonce }: Props) {
  const { attributes, attributesAction, rows, columns, missing, canPrice } = form;
  return (
    <>
      {attributes.length > 0 && (
        <ul>
          {attributes.map(({ label, values }) => (
            <li key={label}>
              <b>{label}</b>: <bdi>{values}</bdi>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && columns.length > 0 && (
        <Island
          of={ProductDraft}
          id="sheet-draft"
          on="load"
          props={{ formId: FORM, isRefused: rows.some((row) => row.errors.length > 0), isSheet: true }}
        />
      )}
      {rows.length === 0 ? <p>{text.variationsNone()}</p> : <Table form={form} nonce={nonce} />}
      {canPrice && missing > 0 && (
        <form method="post" action={attributesAction} className={styles.form}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["generate", "1"],
            ]}
          />
          <p>{text.missing({ count: missing })}</p>
          <Field id="missing-price" name="price" label={text.generatePrice()} ltr inputMode="decimal" />
          <button type="submit" className={controls.btn}>
            {text.generateMissing()}
          </button>
        </form>
      )}
      {canPrice && (
        <form method="post" action={attributesAction} className={styles.form}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["generate", "1"],
            ]}
          />
          <div className={styles.three}>
            <Field
              id="attribute-label"
              name="label"
              label={text.attribute()}
              hint={text.attributeHint()}
              required
            />
            <Field
              id="attribute-values"
              name="values"
              label={text.values()}
              hint={text.valuesHint()}
              required
            />
            <Field id="attribute-price" name="price" label={text.generatePrice()} ltr inputMode="decimal" />
          </div>
          <button type="submit" className={controls.btn}>
            {text.addAttribute()}
          </button>
        </form>
      )}
    </>
  );
}
