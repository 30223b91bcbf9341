import { type ChangeEvent, useRef } from "react";
import * as commonText from "../generated/messages/common";
import * as reviewsText from "../generated/messages/reviews";
import { classes } from "../ui/classes";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import styles from "./UploadField.module.css";
import { UploadTile } from "./UploadTile";
import type { Uploads } from "./use-uploads";

type Props = { id: string; uploads: Uploads; accepted: Array<string>; maxFiles: number };

/** Pictures and videos of a new review. Needs script: files are uploaded before the form is sent. */
export function UploadField({ id, uploads, accepted, maxFiles }: Props) {
  const { items, error, add, remove } = uploads;
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The selection is cleared in any case: a refused one must not be sent, and the same file can be chosen again.
    target.value = "";
    if (files.length > 0) add(files);
  };
  return (
    <div className={classes(styles.field, error && forms.isError)}>
      <span className={forms.label} id={`${id}-label`}>
        {reviewsText.upload()} <span className={forms.labelOptional}>{commonText.optional()}</span>
      </span>
      <ul className={styles.uploads} aria-labelledby={`${id}-label`}>
        {items.map((item) => (
          <UploadTile
            key={item.key}
            item={item}
            onRemove={() => {
              void remove(item);
              input.current?.focus();
            }}
          />
        ))}
        {items.length < maxFiles && (
          <li>
            <label className={styles.add}>
              <Icon name="camera" size="l" />
              {reviewsText.uploadAdd()}
              <input
                ref={input}
                id={id}
                type="file"
                multiple
                accept={accepted.join(",")}
                aria-describedby={`${id}-status`}
                onChange={choose}
              />
            </label>
          </li>
        )}
      </ul>
      <p
        id={`${id}-status`}
        className={error ? forms.fieldError : forms.hint}
        role={error ? "alert" : undefined}
        data-upload-status=""
      >
        {error ?? reviewsText.uploadInitial()}
      </p>
    </div>
  );
}
