import { useEffect, useId } from "react";
import type { EnquiryElementView, EnquiryFormView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { controlId } from "../ui/show-control";
import { TrapField } from "../ui/TrapField";
import { CaptchaField } from "./CaptchaField";
import { ConditionalGroup } from "./ConditionalGroup";
import { ElementField } from "./ElementField";
import styles from "./EnquiryForm.module.css";
import { groupsOf, hintOf } from "./element-groups";
import { FileField } from "./FileField";
import { FormLightbox } from "./FormLightbox";
import { textOf } from "./rules/values";
import { SuccessMessage } from "./SuccessMessage";
import { showElement, wrapperId } from "./show-element";
import { useEnquiry } from "./use-enquiry";

/** Elements whose text the browser owns. */
const TYPED = new Set<EnquiryElementView["kind"]>(["text", "email", "phone", "number", "textarea"]);

/** Half of the form's width, if the owner wants it. */
const isHalf = ({ isHalf: wanted, kind }: EnquiryElementView) =>
  wanted && !["heading", "note", "upload", "captcha"].includes(kind);

/** A form of the shop owner: a plain form. With script it uploads its files, sends itself and shows the answer. */
export function EnquiryForm(form: EnquiryFormView) {
  const id = useId();
  const enquiry = useEnquiry(form);
  const { draft, errors, files, moves, phase, visible } = enquiry;
  const isBusy = phase !== "idle";

  const wrong = form.elements.find((one) => errors.elements[one.id] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a submission was refused, not when an error is corrected
  useEffect(() => {
    if (moves.errors > 0 && wrong) showElement(id, wrong.id);
  }, [moves.errors]);

  const field = (element: EnquiryElementView) => ({
    id: controlId(id, element.id),
    error: errors.elements[element.id] ?? null,
  });
  const labelled = (element: EnquiryElementView) => ({
    ...field(element),
    label: element.label,
    hint: element.help || null,
  });

  const control = (element: EnquiryElementView) => {
    if (element.kind === "upload")
      return (
        <FileField
          {...labelled(element)}
          element={element}
          queue={files.queueOf(element.id)}
          onAdd={(chosen) => {
            files.add(element, chosen);
            enquiry.clearError(element.id);
          }}
          onRemove={(key) => files.remove(element.id, key)}
          onDismiss={(key) => files.dismiss(element.id, key)}
        />
      );
    if (element.kind === "captcha")
      return (
        <CaptchaField
          {...labelled(element)}
          name={element.name}
          pictureUrl={enquiry.pictureUrl(element.imageUrl ?? "")}
          value={textOf(draft[element.id])}
          onChange={(value) => enquiry.change(element, value)}
          onRefresh={enquiry.refreshPicture}
        />
      );
    return (
      <ElementField
        key={TYPED.has(element.kind) ? enquiry.resets : undefined}
        {...field(element)}
        element={element}
        value={draft[element.id]}
        onChange={(value) => enquiry.change(element, value)}
      />
    );
  };

  const wrappers = (elements: Array<EnquiryElementView>) =>
    elements.map((element) =>
      element.kind === "hidden" ? (
        <ElementField
          key={element.id}
          {...field(element)}
          element={element}
          value={undefined}
          onChange={() => {}}
        />
      ) : (
        <div
          key={element.id}
          id={wrapperId(id, element.id)}
          className={classes(styles.element, isHalf(element) && styles.half)}
          data-element={element.id}
        >
          {control(element)}
        </div>
      ),
    );

  // What came with the page is shown where the page begins to be read, later alerts beside the button.
  const isOld = enquiry.alert.count === 0;
  const alert = enquiry.alert.text && (
    <Notice key={enquiry.alert.count} kind="error">
      {enquiry.alert.text}
    </Notice>
  );
  const titleId = `${id}-title`;
  const markup = (
    <>
      <div className={styles.head}>
        <h2 id={titleId} tabIndex={-1} className={classes(form.title === "" && "sr")}>
          {form.title || form.submitLabel}
        </h2>
        {form.intro && <p>{form.intro}</p>}
      </div>
      <SuccessMessage html={enquiry.success} moves={moves.success} />
      <form
        ref={enquiry.element}
        className={styles.form}
        method="post"
        // The page that answers a plain form shows it at the top.
        action={`${form.action}#${form.uniqueId}`}
        encType="multipart/form-data"
        noValidate
        aria-labelledby={titleId}
        aria-busy={isBusy || undefined}
        onSubmit={enquiry.submit}
        onFocus={enquiry.prepare}
      >
        <HiddenInputs
          pairs={[
            ...enquiry.hidden,
            ...(form.captcha ? ([[form.captcha.name, enquiry.proof]] as Array<[string, string]>) : []),
          ]}
        />
        {isOld && alert}
        {groupsOf(form).map(({ logic, elements }, index) =>
          logic ? (
            <ConditionalGroup
              key={index}
              isShown={elements.some((one) => visible.has(one.id))}
              animate={logic.animate}
              hint={hintOf(form.elements, logic)}
            >
              <div className={styles.fields}>{wrappers(elements)}</div>
            </ConditionalGroup>
          ) : (
            <div key={index} className={styles.fields}>
              {wrappers(elements)}
            </div>
          ),
        )}
        <TrapField name={form.trapName} value={enquiry.trap} onChange={enquiry.setTrap} />
        {!isOld && alert}
        <button
          // Without script nothing is sent from a preview either.
          type={form.preview ? "button" : "submit"}
          onClick={form.preview ? enquiry.refuseToSend : undefined}
          className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${styles.submit}`}
          aria-busy={isBusy || undefined}
        >
          {phase === "uploading" && files.isUploading
            ? enquiriesText.uploading()
            : isBusy
              ? enquiriesText.sending()
              : form.submitLabel}
        </button>
      </form>
    </>
  );
  const box = (
    <div id={form.uniqueId} className={styles.box}>
      {markup}
    </div>
  );
  if (!form.lightbox) return box;
  return (
    <FormLightbox
      openLabel={form.lightbox.label}
      labelledBy={titleId}
      centerSpeed={form.centerFancybox ? form.centerFancyboxSpeed : null}
      isOpenFirst={form.success !== null || Object.keys(form.errors).length > 0}
    >
      {box}
    </FormLightbox>
  );
}
