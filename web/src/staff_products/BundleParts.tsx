import { Picture } from "../catalog/Picture";
import * as text from "../generated/messages/staff_bundles";
import type { BundleForm, BundlePartRow } from "../generated/staff_products";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import styles from "./BundleParts.module.css";

const FORM = "bundle";

/** A button of the form: all fields are sent with it, and the page answers with them. */
function Act({ act, label, children }: { act: string; label: string; children: string }) {
  return (
    <button
      type="submit"
      form={FORM}
      name="act"
      value={act}
      className={controls.btn}
      aria-label={label}
      data-focus-key={act}
      formNoValidate
    >
      {children}
    </button>
  );
}

function Row({ row, place, isOpen }: { row: BundlePartRow; place: number; isOpen: boolean }) {
  const { key, name } = row;
  const own = (field: string) => `part_${place}_${field}`;
  const control = (field: "quantity" | "min" | "max", label: string) => ({
    id: own(field),
    name: own(field),
    form: FORM,
    label,
    defaultValue: row[field],
    error: row.errors.find((one) => one.field === own(field))?.text,
    readOnly: !isOpen,
    inputMode: "decimal" as const,
    autoComplete: "off",
    ltr: true,
  });
  const wrong = row.errors.find((one) => one.field === own("product"));
  return (
    <li>
      <fieldset className={styles.part}>
        <legend className={styles.name} id={own("product")}>
          {row.url ? (
            <a href={row.url}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            name
          )}
        </legend>
        <HiddenPart own={own} row={row} />
        <div className={styles.about}>
          {row.picture && (
            <span className={styles.thumb}>
              <Picture {...row.picture} alt="" sizes="3rem" />
            </span>
          )}
          <p>
            {row.note && (
              <>
                <bdi>{row.note}</bdi>
                <br />
              </>
            )}
            {row.stock && (
              <>
                {text.partStock()}: <bdi>{row.stock}</bdi>
              </>
            )}
          </p>
          {row.fault && <p className={styles.fault}>{row.fault}</p>}
        </div>
        {wrong && <p className={styles.error}>{wrong.text}</p>}
        <div className={styles.fields}>
          <CheckField
            id={own("optional")}
            name={own("optional")}
            form={FORM}
            value="1"
            label={text.partOptional()}
            defaultChecked={row.isOptional}
            disabled={!isOpen}
          />
          <Field {...control("quantity", text.partStart())} />
          <Field {...control("min", text.partMin())} />
          <Field {...control("max", text.partMax())} placeholder={text.noLimit()} />
        </div>
        {isOpen && (
          <p className={styles.acts}>
            <Act act={`up-${key}`} label={text.partUp({ name })}>
              ↑
            </Act>
            <Act act={`down-${key}`} label={text.partDown({ name })}>
              ↓
            </Act>
            <Act act={`remove-${key}`} label={text.partRemove({ name })}>
              ×
            </Act>
          </p>
        )}
      </fieldset>
    </li>
  );
}

function HiddenPart({ own, row }: { own: (field: string) => string; row: BundlePartRow }) {
  return [
    ["key", row.key],
    ["product", row.product],
  ].map(([field = "", value]) => (
    <input key={field} type="hidden" form={FORM} name={own(field)} value={value} />
  ));
}

function Found({ found }: { found: NonNullable<BundleForm["found"]> }) {
  if (found.length === 0) return <p role="status">{text.foundNone()}</p>;
  return (
    <ul className={styles.found} aria-label={text.found()}>
      {found.map(({ id, name, sku, refusal }) => (
        <li key={id}>
          {refusal ? (
            <p>
              <bdi>{name}</bdi>: {refusal}
            </p>
          ) : (
            <button
              type="submit"
              form={FORM}
              name="act"
              value={`add-${id}`}
              className={controls.btn}
              formNoValidate
            >
              {text.add({ name })}
            </button>
          )}
          <bdi className="ltr">{sku}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The parts in the order of the page, and the search for another one. */
export function BundleParts({ form, isOpen }: { form: BundleForm; isOpen: boolean }) {
  const { parts, found } = form;
  const wrong = form.errors.find((one) => one.field === "parts");
  return (
    <>
      <p>{text.partsHint()}</p>
      {wrong && <p className={styles.error}>{wrong.text}</p>}
      {parts.length === 0 ? (
        <p>{text.noParts()}</p>
      ) : (
        <ol className={styles.parts}>
          {parts.map((row, place) => (
            <Row key={row.key} row={row} place={place} isOpen={isOpen} />
          ))}
        </ol>
      )}
      {isOpen && (
        <div className={styles.find}>
          <Field
            id="find"
            name="find"
            form={FORM}
            label={text.find()}
            hint={text.findHint()}
            defaultValue={form.find}
            maxLength={100}
            autoComplete="off"
          />
          <button type="submit" form={FORM} name="act" value="find" className={controls.btn} formNoValidate>
            {text.findButton()}
          </button>
        </div>
      )}
      {found && <Found found={found} />}
    </>
  );
}
