import type { ReactNode } from "react";
import type { MediaPicturePageView } from "../generated/media_library";
import * as text from "../generated/messages/media_library";
import { Island } from "../renderer/Island";
import { ProductHistory } from "../staff_products/ProductHistory";
import { ProductNotice } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { TextAreaField } from "../ui/TextAreaField";
import { FocusField } from "./FocusField.island";
import styles from "./MediaPicturePage.module.css";
import { UploadForm } from "./UploadForm";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function Description({ form, picture }: MediaPicturePageView) {
  return (
    <Part id="edit" title={text.editTitle()}>
      <form method="post" action={form.action} className={styles.form}>
        <HiddenInputs
          pairs={[
            ["nonce", form.nonce],
            ["version", form.version],
            ["was", form.was],
          ]}
        />
        <TextAreaField
          id="alt"
          name="alt"
          label={text.fieldAlt()}
          hint={text.altHint()}
          defaultValue={form.alt}
          maxLength={150}
          rows={2}
          dir="auto"
        />
        <Field
          id="title"
          name="title"
          label={text.fieldTitle()}
          defaultValue={form.title}
          maxLength={120}
          dir="auto"
        />
        <Island of={FocusField} id="focus" on="load" props={{ picture, x: form.focusX, y: form.focusY }} />
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
          {text.save()}
        </button>
      </form>
    </Part>
  );
}

function Facts({ facts, fileUrl }: MediaPicturePageView) {
  return (
    <Part id="facts" title={text.facts()}>
      <dl className={styles.facts}>
        {facts.map(({ label, value, isLtr }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi dir={isLtr ? "ltr" : undefined}>{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{text.fileUrl()}</dt>
          <dd>
            <a className={controls.link} href={fileUrl} dir="ltr">
              {fileUrl}
            </a>
          </dd>
        </div>
      </dl>
    </Part>
  );
}

function Uses({ usesTitle, uses, hasMoreUses }: MediaPicturePageView) {
  return (
    <Part id="uses" title={usesTitle}>
      {uses.length > 0 && (
        <ul className={styles.uses}>
          {uses.map(({ label, url }, place) => (
            <li key={place}>{url ? <a href={url}>{label}</a> : label}</li>
          ))}
        </ul>
      )}
      {hasMoreUses && <p>{text.usedMore()}</p>}
    </Part>
  );
}

function Removal({ delete: form }: MediaPicturePageView) {
  return (
    <Part id="delete" title={text.deleteTitle()}>
      {form ? (
        <form method="post" action={form.action} className={styles.form}>
          <HiddenInputs
            pairs={[
              ["nonce", form.nonce],
              ["version", form.version],
            ]}
          />
          <p>{text.deleteHint()}</p>
          <button type="submit" className={controls.btn}>
            {text.deletePicture()}
          </button>
        </form>
      ) : (
        <p>{text.deleteUsed()}</p>
      )}
    </Part>
  );
}

/** One picture of the library: its description and focal point, where it is used, its replacement and deletion. */
export function MediaPicturePage(page: MediaPicturePageView) {
  const { title, listUrl, notice, replace, isDeleted, history } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={listUrl}>
        {text.back()}
      </a>
      <h1>
        <bdi dir="auto">{title}</bdi>
      </h1>
      {notice && <ProductNotice notice={notice} />}
      <div className={styles.columns}>
        {!isDeleted && <Description {...page} />}
        <div className={styles.side}>
          <Uses {...page} />
          <Facts {...page} />
          {!isDeleted && (
            <>
              <Part id="replace" title={text.replaceTitle()}>
                <UploadForm form={replace} label={text.replaceFile()} hint={text.replaceHint()}>
                  {text.replace()}
                </UploadForm>
              </Part>
              <Removal {...page} />
            </>
          )}
          <Part id="history" title={text.history()}>
            <ProductHistory history={history} />
          </Part>
        </div>
      </div>
    </div>
  );
}
