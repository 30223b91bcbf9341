import type { FormPreviewPageView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { EnquiryForm } from "./EnquiryForm.island";
import styles from "./EnquiryPage.module.css";

/** A form for staff as shoppers see it, in preview mode: nothing can be sent. */
export function FormPreviewPage({ inboxUrl, form }: FormPreviewPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <p>
        <a className={controls.link} href={inboxUrl}>
          {enquiriesText.inboxAll()}
        </a>
      </p>
      <h1>{enquiriesText.inboxPreviewNamed({ title: form.title })}</h1>
      <Notice kind="info">{enquiriesText.inboxPreviewLead()}</Notice>
      <Island of={EnquiryForm} id={form.uniqueId} on="load" props={form} />
    </div>
  );
}
