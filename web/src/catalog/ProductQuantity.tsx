import * as commonText from "../generated/messages/common";
import {
  fresh,
  type Pressed,
  pressMinus,
  pressPlus,
  type QuantityLimits,
  readQuantity,
} from "../ui/quantity";
import { foldField, Stepper } from "../ui/Stepper";

type Props = {
  quantity: Pressed;
  limits: QuantityLimits;
  onChange: (quantity: Pressed) => void;
  onSettle: () => void;
};

/** The quantity field of a product form. */
export function ProductQuantity({ quantity, limits, onChange, onSettle }: Props) {
  const less = pressMinus(quantity, limits);
  const more = pressPlus(quantity, limits);
  return (
    <Stepper
      name="quantity"
      label={commonText.quantity()}
      text={quantity.text}
      limits={limits}
      onType={({ currentTarget }) => onChange(fresh(foldField(currentTarget)))}
      onLeave={onSettle}
      // The buttons handle an empty field themselves.
      onFieldLeave={() => readQuantity(quantity.text) !== null && onSettle()}
      onEnter={onSettle}
      onLess={less && (() => onChange(less))}
      onMore={more && (() => onChange(more))}
    />
  );
}
