import type { ListView } from "../generated/accounts";

export function ListBoxes({ title, lists }: { title: string; lists: Array<ListView> }) {
  return (
    <fieldset className="subs">
      <legend className="sr">{title}</legend>
      {lists.map(({ id, name, description, isOn }) => (
        <label key={id} className="check">
          <input type="checkbox" name="lists[]" value={id} defaultChecked={isOn} />
          <span>
            {name}
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
