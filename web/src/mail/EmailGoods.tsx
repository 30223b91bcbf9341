import type { EmailGood } from "../generated/mail";
import { LAYOUT } from "./Column";
import { orderStyles as own } from "./order-styles";

/** The products of an order or a parcel. Each row is whole without its picture: mail clients may load none. */
export function EmailGoods({ title, goods }: { title: string; goods: Array<EmailGood> }) {
  const hasPictures = goods.some(({ pictureUrl }) => pictureUrl !== null);
  return (
    <>
      <h2 style={own.title}>{title}</h2>
      <table {...LAYOUT} width="100%" style={own.goods}>
        <tbody>
          {goods.map(({ name, quantity, notes, count, amount, pictureUrl }, index) => (
            <tr key={index}>
              {hasPictures && (
                <td width="84" valign="top" style={own.picture}>
                  {pictureUrl && <img src={pictureUrl} alt="" width={68} height={68} style={own.image} />}
                </td>
              )}
              <td align="right" valign="top" style={own.good}>
                <span style={own.name}>{name}</span>
                {notes.map((note, at) => (
                  <div key={at} style={own.note}>
                    {note}
                  </div>
                ))}
                {count !== "" && (
                  <div style={own.note}>{/^[\d.]+$/.test(count) ? `${quantity} ×` : count}</div>
                )}
              </td>
              {amount !== "" && (
                <td align="left" valign="top" style={own.price}>
                  <bdi dir="ltr">{amount}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
