import type { SubscriptionsPageView } from "../generated/accounts";
import { Notice } from "../ui/Notice";
import { AccountLayout } from "./AccountLayout";
import { ListBoxes } from "./ListBoxes";

/** The sentence as it is written: what is filled in stands between two invisible marks. */
const partsOf = (sentence: string) => sentence.split(/[\u2068\u2069]/);

/** A plain form. With script it is sent without leaving the page (subscriptions.ts). */
export function SubscriptionsPage(page: SubscriptionsPageView) {
  const { frame, lead, action, nonce, lists, saved, isSaved, empty, submit } = page;
  const [before, address, after] = partsOf(lead);
  const notice = (
    <Notice kind="ok" quiet>
      {saved}
    </Notice>
  );
  return (
    <AccountLayout frame={frame}>
      <p className="subscriptions__to">
        {before}
        {address && <bdi dir="ltr">{address}</bdi>}
        {after}
      </p>
      {lists.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div className="subscriptions">
          {/* Outside of the form: what is blocked is not heard either. */}
          <div role="status" data-saved="">
            {isSaved && notice}
          </div>
          <template>{notice}</template>
          <form className="form" method="post" action={action} data-subscriptions="">
            <input type="hidden" name="nonce" value={nonce} />
            <ListBoxes title={frame.title} lists={lists} />
            <button type="submit" className="btn btn--primary">
              {submit}
            </button>
          </form>
        </div>
      )}
    </AccountLayout>
  );
}
