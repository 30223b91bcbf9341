import { AccountForm } from "../accounts/AccountForm";
import type { StaffOrderPageView } from "../generated/checkout";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./OrderTags.module.css";

type Props = { page: Pick<StaffOrderPageView, "tags" | "tag">; isNoticed: boolean };

/** The tags of an order. */
export function OrderTags({ page: { tags, tag }, isNoticed }: Props) {
  if (tags.length === 0 && !tag) return null;
  return (
    <section className={styles.tags} aria-labelledby="tags">
      <h2 id="tags">{text.tags()}</h2>
      <ul>
        {tags.map(({ name, remove }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {remove && (
              <form method="post" action={remove.action}>
                <HiddenInputs pairs={remove.hidden} />
                <button
                  type="submit"
                  className={controls.link}
                  aria-label={text.tagRemoveNamed({ tag: name })}
                >
                  {remove.submit}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {tag && <AccountForm id="tag" form={tag} variant="second" isNoticed={isNoticed} />}
    </section>
  );
}
