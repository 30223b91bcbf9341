import type { StaffCategoriesPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { StaffFrame } from "./StaffFrame";
import styles from "./staff-rows.module.css";

/** The categories of posts, each with its form; the last row adds one. */
export function StaffCategoriesPage(page: StaffCategoriesPageView) {
  const { action, nonce, rows } = page;
  return (
    <StaffFrame {...page}>
      {rows.map(({ id, name, slug, posts }) => {
        const key = id || "new";
        return (
          <form key={key} className={styles.row} method="post" action={action}>
            <HiddenInputs
              pairs={[
                ["nonce", nonce],
                ["id", id],
              ]}
            />
            <h2 className={styles.title}>{id ? name : contentText.staffCategoryNew()}</h2>
            <div className={styles.fields}>
              <Field
                id={`name-${key}`}
                name="name"
                label={contentText.staffCategoryName()}
                defaultValue={name}
                required
              />
              <Field
                id={`slug-${key}`}
                name="slug"
                label={contentText.staffCategorySlug()}
                defaultValue={slug}
                ltr
                required
              />
              <div className={styles.buttons}>
                <button type="submit" name="do" value="save" className={`${controls.btn} ${controls.btnSm}`}>
                  {contentText.staffSaveRow()}
                </button>
                {id && (
                  <button
                    type="submit"
                    name="do"
                    value="delete"
                    className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
                    aria-label={contentText.staffDeleteNamed({ name })}
                  >
                    {contentText.staffDelete()}
                  </button>
                )}
              </div>
            </div>
            {id && <p className={styles.note}>{contentText.staffCategoryPosts({ count: posts })}</p>}
          </form>
        );
      })}
    </StaffFrame>
  );
}
