import type { CardView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Countdown } from "../pricing/Countdown";
import { Price } from "../pricing/Price";
import { SaleBadge } from "../pricing/SaleBadge";
import { CardAction } from "./CardAction";
import { Picture } from "./Picture";

const SIZES = "(min-width: 1024px) 296px, (min-width: 767px) 30vw, 46vw";

/** A product on a shelf or in a listing. The whole card is the link; only the button stands above it. */
export function ProductCard({ heading: Heading = "h3", ...card }: CardView & { heading?: "h2" | "h3" }) {
  const { url, name, note, picture, price, state, isNew, eager } = card;
  const soldOut = state === "sold-out";
  const badge = price.percentOff !== null || card.countdown !== null;
  return (
    <article className={soldOut ? "card is-out" : "card"}>
      <div className="card__img">
        <Picture {...picture} sizes={SIZES} eager={eager} />
        {(badge || isNew || soldOut) && (
          <div className="card__badges">
            {badge && <SaleBadge percentOff={price.percentOff} />}
            {isNew && <span className="badge badge--new">{catalogText.new()}</span>}
            {soldOut && <span className="badge badge--out">{catalogText.outOfStock()}</span>}
          </div>
        )}
        {card.countdown && (
          <div className="card__timer">
            <Countdown countdown={card.countdown} mini />
          </div>
        )}
      </div>
      <div className="card__body">
        <Heading className="card__title">
          <a href={url}>{name}</a>
        </Heading>
        {note && <p className="card__meta">{note}</p>}
        <div className="card__foot">
          <Price {...price} />
        </div>
        <CardAction {...card} />
      </div>
    </article>
  );
}
