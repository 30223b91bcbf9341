import * as searchText from "../generated/messages/search";
import type { SearchWordsPageView } from "../generated/search";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import styles from "./SearchWordsPage.module.css";

/** Saves the meaning of a word: of a new one, or of one that is listed. */
export function MeaningForm({ action, nonce, form, kinds }: SearchWordsPageView) {
  return (
    <form className={styles.form} method="post" action={action} noValidate>
      <HiddenInputs pairs={[["nonce", nonce]]} />
      <Field
        id="meaning-word"
        name="word"
        label={searchText.word()}
        hint={searchText.wordHint()}
        error={form.error}
        defaultValue={form.word}
        required
      />
      <Field
        id="meaning-text"
        name="meaning"
        label={searchText.meaning()}
        hint={searchText.meaningHint()}
        defaultValue={form.meaning}
      />
      <SelectField
        id="meaning-kind"
        name="kind"
        label={searchText.kind()}
        defaultValue={form.kind}
        options={kinds}
      />
      <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`} name="do" value="save">
        {searchText.save()}
      </button>
    </form>
  );
}
