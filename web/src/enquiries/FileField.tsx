import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { EnquiryElementView } from "../generated/enquiries";
import * as commonText from "../generated/messages/common";
import * as enquiriesText from "../generated/messages/enquiries";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { FieldNote } from "../ui/FieldNote";
import { type FieldProps, noteAttributes } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FileField.module.css";
import { FileProblem } from "./FileProblem";
import { FileRow } from "./FileRow";
import { acceptOf, limitsText } from "./upload-limits";
import type { FileQueue } from "./use-files";

export type UploadElement = Extract<EnquiryElementView, { kind: "upload" }>;

type Props = FieldProps & {
  element: UploadElement;
  queue: FileQueue;
  onAdd: (files: Array<File>) => void;
  onRemove: (key: string) => void;
  onDismiss: (key: string) => void;
};

/** Files of a form. Without script they are sent with it; with script they wait here and are uploaded first. */
export function FileField({ element, queue, onAdd, onRemove, onDismiss, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { files, problems } = queue;
  const { name, fileUploadLimit } = element;
  const take = (chosen: HTMLInputElement) => {
    const list = [...(chosen.files ?? [])];
    // The same file can be chosen again, and the form itself sends none.
    chosen.value = "";
    if (list.length > 0) onAdd(list);
  };
  // Files that were chosen before the script was there.
  const first = useRef(take);
  useEffect(() => {
    if (input.current?.files?.length) first.current(input.current);
  }, []);
  const leave = () => setIsOver(false);
  const limitsId = `${field.id}-limits`;
  const note = noteAttributes(field);
  return (
    <div className={classes((field.error || problems.length > 0) && forms.isError)}>
      <label className={forms.label} htmlFor={field.id}>
        {field.label}
        {!element.required && <span className={forms.labelOptional}> {commonText.optional()}</span>}
      </label>
      <div className={classes(styles.drop, isOver && styles.isOver)}>
        <Icon name="upload" size="l" />
        {isOver ? (
          <span>{enquiriesText.dropOver()}</span>
        ) : (
          <span aria-hidden="true">
            <span className={styles.drag}>
              <b>{enquiriesText.drop()}</b> {enquiriesText.dropOr()}{" "}
            </span>
            <span className={controls.link}>{enquiriesText.dropChoose()}</span>
          </span>
        )}
        <span className={styles.limits} id={limitsId}>
          {limitsText(element)}
        </span>
        <input
          ref={input}
          id={field.id}
          type="file"
          name={fileUploadLimit === 0 ? `${name}[]` : name}
          multiple={fileUploadLimit !== 1}
          accept={acceptOf(element)}
          {...note}
          aria-describedby={classes(limitsId, note["aria-describedby"])}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => take(target)}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={leave}
          onDrop={leave}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles.queue} aria-label={field.label}>
          {files.map((file) => (
            <FileRow
              key={file.key}
              file={file}
              onRemove={() => {
                onRemove(file.key);
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div className={styles.problems} role="alert" data-upload-errors="">
        {problems.map(({ key, text }) => (
          <FileProblem key={key} text={text} onDismiss={() => onDismiss(key)} />
        ))}
      </div>
      <FieldNote {...field} />
    </div>
  );
}
