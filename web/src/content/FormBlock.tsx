import { EnquiryForm } from "../enquiries/EnquiryForm.island";
import type { EnquiryFormView } from "../generated/enquiries";
import { Island } from "../renderer/Island";
import type { ContactsView } from "./block-runs";
import { ContactsBlock } from "./ContactsBlock";
import styles from "./FormBlock.module.css";

type Props = { form: EnquiryFormView; contacts: ContactsView | null };

/** A form of the shop; beside the ways to reach the shop it is a card. */
export function FormBlock({ form, contacts }: Props) {
  // Most visitors never open a lightbox; a page that was rendered to show its answer opens it.
  const isOpen = form.success !== null || Object.keys(form.errors).length > 0;
  const on = form.lightbox === null ? "visible" : isOpen ? "load" : "interaction";
  const island = <Island of={EnquiryForm} id={form.uniqueId} on={on} props={form} />;
  if (!contacts) return <div className={styles.form}>{island}</div>;
  return (
    <div className={styles.columns}>
      <ContactsBlock {...contacts} />
      <div className={styles.card}>{island}</div>
    </div>
  );
}
