import { Picture } from "../catalog/Picture";
import * as text from "../generated/messages/staff_products";
import type { PicturesForm } from "../generated/staff_products";
import { Island } from "../renderer/Island";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./Pictures.module.css";
import { ProductDraft } from "./ProductDraft.island";

const FORM = "picture-lines";

function Line({ line, place }: { line: PicturesForm["lines"][number]; place: number }) {
  const prefix = `p${place}_`;
  const number = String(place + 1);
  return (
    <li className={styles.line}>
      <span className={styles.thumb}>
        <Picture {...line.picture} sizes="8rem" />
      </span>
      <div className={styles.fields}>
        <HiddenInputs pairs={[[`${prefix}was`, line.alt]]} />
        <Field
          id={`${prefix}alt`}
          name={`${prefix}alt`}
          label={text.pictureAlt({ number })}
          defaultValue={line.alt}
          maxLength={150}
        />
        <Field
          id={`${prefix}place`}
          name={`${prefix}place`}
          label={text.picturePlace({ number })}
          defaultValue={number}
          inputMode="numeric"
          required
          ltr
        />
        <CheckField
          id={`${prefix}remove`}
          name={`${prefix}remove`}
          value="1"
          label={text.pictureRemove({ number })}
        />
        {line.url && (
          <a className={controls.link} href={line.url}>
            {text.pictureOpen({ number })}
          </a>
        )}
      </div>
    </li>
  );
}

/** The pictures of a product: their order and descriptions, and the upload of another one. */
export function Pictures({ form }: { form: PicturesForm }) {
  const { action, uploadAction, nonce, version, was, lines, warning, isOpen } = form;
  return (
    <>
      {lines.length === 0 && <p>{text.noPictures()}</p>}
      {warning && <Notice kind="warning">{warning}</Notice>}
      {lines.length > 0 && isOpen && (
        <Island of={ProductDraft} id="pictures-draft" on="load" props={{ formId: FORM, isRefused: false }} />
      )}
      {lines.length > 0 && (
        <form id={FORM} method="post" action={action} className={styles.form}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["version", version],
              ["was", was],
            ]}
          />
          <ol className={styles.lines}>
            {lines.map((line, place) => (
              <Line key={line.name} line={line} place={place} />
            ))}
          </ol>
          {isOpen && (
            <button type="submit" className={controls.btn}>
              {text.picturesSave()}
            </button>
          )}
        </form>
      )}
      {isOpen && (
        <form method="post" action={uploadAction} encType="multipart/form-data" className={styles.form}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["key", form.key],
            ]}
          />
          <div>
            <label className={forms.label} htmlFor="picture">
              {text.pictureFile()}
            </label>
            <input
              id="picture"
              type="file"
              name="picture"
              accept="image/jpeg,image/png"
              aria-describedby="picture-note"
              required
              className={styles.file}
            />
            <small id="picture-note" className={forms.hint}>
              {text.pictureFileHint()}
            </small>
          </div>
          <button type="submit" className={controls.btn}>
            {text.pictureAdd()}
          </button>
        </form>
      )}
      {form.libraryUrl && (
        <p>
          <a className={controls.btn} href={form.libraryUrl}>
            {text.pictureChoose()}
          </a>
        </p>
      )}
    </>
  );
}
