import type { StaffEditPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { BlockEditor } from "./BlockEditor";
import { EditorField } from "./EditorField";
import styles from "./StaffEditPage.module.css";
import { StaffFrame } from "./StaffFrame";
import { VersionList } from "./VersionList";

const BUTTON = { type: "submit", name: "do" } as const;

const withLabel = (label: string | undefined, text: string) => (label ? `${label}: ${text}` : text);

/** The staff's editor of a page or post: one plain form. */
export function StaffEditPage(page: StaffEditPageView) {
  const { action, nonce, id, kind, version, fields, categories, blocks, addable, errors } = page;
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.text;
  const named = [...fields, ...blocks.flatMap((block) => block.fields)];
  const labelOf = (name: string) => named.find((field) => field.name === name)?.label;
  return (
    <StaffFrame {...page}>
      {page.shared && (
        <Field
          id="shared-link"
          type="url"
          label={contentText.staffShareLink()}
          hint={page.shared.hint}
          value={page.shared.url}
          readOnly
          ltr
        />
      )}
      {errors.length > 0 && (
        <Notice kind="error" focused={!page.notice}>
          <p>{contentText.staffErrors()}</p>
          <ul className={styles.errors}>
            {errors.map(({ field, text }, index) => (
              <li key={index}>
                {field === "" ? text : <a href={`#field-${field}`}>{withLabel(labelOf(field), text)}</a>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <form className={`${forms.form} ${styles.form}`} method="post" action={action} noValidate>
        {/* Enter in a field saves the draft: the first button of a form is its default. */}
        <button {...BUTTON} value="save" className="sr" tabIndex={-1} aria-hidden="true">
          {contentText.staffSave()}
        </button>
        <HiddenInputs
          pairs={[
            ["nonce", nonce],
            ["id", id],
            ["kind", kind],
            ["version", version],
          ]}
        />
        <section className={styles.part} aria-labelledby="part-general">
          <h2 id="part-general">{contentText.staffGeneral()}</h2>
          <div className={forms.fields}>
            {fields.map((field) => (
              <EditorField key={field.name} field={field} error={errorOf(field.name)} />
            ))}
          </div>
        </section>
        {categories.length > 0 && (
          <fieldset className={styles.categories}>
            <legend>{contentText.staffCategories()}</legend>
            {categories.map((category) => (
              <CheckField
                key={category.id}
                id={`category-${category.id}`}
                name="category[]"
                label={category.label}
                value={category.id}
                defaultChecked={category.checked}
              />
            ))}
          </fieldset>
        )}
        <section className={styles.part} aria-labelledby="part-blocks">
          <h2 id="part-blocks">{contentText.staffBlocks()}</h2>
          {blocks.length === 0 && <p>{contentText.staffBlocksNone()}</p>}
          {blocks.map((block, index) => (
            <BlockEditor
              key={block.index}
              block={block}
              errors={errors}
              isFirst={index === 0}
              isLast={index === blocks.length - 1}
            />
          ))}
          {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset */}
          <div className={styles.buttons} role="group" aria-labelledby="add-block">
            <span id="add-block">{contentText.staffAdd()}</span>
            {addable.map(({ value, label }) => (
              <button {...BUTTON} key={value} value={value} className={`${controls.btn} ${controls.btnSm}`}>
                {label}
              </button>
            ))}
          </div>
        </section>
        <section className={styles.part} aria-labelledby="part-publishing">
          <h2 id="part-publishing">{contentText.staffPublishing()}</h2>
          <div className={styles.buttons}>
            <button {...BUTTON} value="save" className={controls.btn}>
              {contentText.staffSave()}
            </button>
            <button {...BUTTON} value="publish" className={`${controls.btn} ${controls.btnPrimary}`}>
              {contentText.staffPublish()}
            </button>
            {page.canHide && (
              <button {...BUTTON} value="hide" className={`${controls.btn} ${controls.btnDanger}`}>
                {contentText.staffHide()}
              </button>
            )}
          </div>
          <div className={styles.schedule}>
            <Field
              id="field-at"
              name="at"
              type="datetime-local"
              label={contentText.staffScheduleAt()}
              defaultValue={page.scheduleAt}
              error={errorOf("at")}
              ltr
            />
            <button {...BUTTON} value="schedule" className={controls.btn}>
              {contentText.staffSchedule()}
            </button>
          </div>
          <p className={styles.buttons}>
            {page.previewUrl && (
              <a className={controls.link} href={page.previewUrl}>
                {contentText.staffPreview()}
              </a>
            )}
            {page.publicUrl && (
              <a className={controls.link} href={page.publicUrl}>
                {contentText.staffPublic()}
              </a>
            )}
          </p>
        </section>
      </form>
      {page.versions.length > 0 && (
        <VersionList versions={page.versions} action={action} nonce={nonce} id={id} kind={kind} />
      )}
    </StaffFrame>
  );
}
