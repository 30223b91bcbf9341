import type { VariationView } from "../generated/catalog";
import { hydrate, readProps, updateIsland } from "../runtime/islands";
import { parseElement } from "../runtime/trusted-html";
import { variationGallery } from "./variation-gallery";
import { ATTRIBUTE, type Choice, findVariation, isWhole, prospect } from "./variations";

type Option = HTMLInputElement | HTMLOptionElement;

/** The choices of a form: what could be chosen, for which attribute, and what is. */
function choicesOf(form: HTMLFormElement) {
  const options = [
    ...form.querySelectorAll<Option>(
      `input[name^=${ATTRIBUTE}], [name^=${ATTRIBUTE}] option:not([value=""])`,
    ),
  ];
  const nameOf = (option: Option) =>
    ("name" in option ? option : (option.parentElement as HTMLSelectElement)).name.slice(ATTRIBUTE.length);
  const read = (): Choice => {
    const choice: Choice = {};
    for (const option of options) {
      const chosen = "name" in option ? option.checked : option.selected;
      choice[nameOf(option)] ||= chosen ? option.value : "";
    }
    return choice;
  };
  return { options, nameOf, read };
}

/** Writes a variation's own numbers over the product's; what it lacks stays as it was. */
function writeIdentity(box: HTMLElement, facts: Record<string, string>, picture: string): void {
  for (const place of box.querySelectorAll<HTMLElement>("[data-fact]")) {
    const fact = facts[place.dataset.fact ?? ""];
    if (!fact) continue;
    place.textContent = fact;
    for (let around: HTMLElement | null = place; around; around = around.parentElement) around.hidden = false;
  }
  const img = box.querySelector("img");
  if (!img || !picture) return;
  img.src = picture;
  // Its label ends with the number.
  img.alt = img.alt.replace(/\S*$/, facts.barcode ?? "");
}

/** Lets a form sell one of several variations: what is chosen changes price, numbers, quantity and pictures. */
export function enhance(form: HTMLFormElement): void {
  const variations: Array<VariationView> = JSON.parse(form.dataset.product_variations ?? "[]");
  const { options, nameOf, read } = choicesOf(form);
  const gallery = variationGallery(form);
  const island = form.querySelector<HTMLElement>("[data-island]");
  const quantity = island ? readProps(island) : {};
  const areas = document.querySelectorAll("[data-price-area]");
  const stock = form.querySelector("[data-stock]");
  const identities = document.querySelectorAll<HTMLElement>("[data-identity]");
  const hint = form.querySelector(".buy__hint");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[name=add-to-cart]")];
  const add = buttons[0]?.textContent ?? "";
  const atRest = [...areas, ...identities, stock].map((place) => {
    const first = place?.cloneNode(true) as HTMLElement | null;
    return () => {
      if (!place || !first) return;
      place.replaceChildren(...first.cloneNode(true).childNodes);
      (place as HTMLElement).hidden = first.hidden;
    };
  });
  let shown: VariationView | undefined;

  const fire = (name: string) =>
    form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: shown ?? null }));

  const setQuantity = (change: object) => {
    if (!island) return;
    // A new revision: the field is set even where the number is the same as before.
    updateIsland(island, { ...quantity, revision: {}, ...change });
    void hydrate(island);
  };

  const show = (variation: VariationView) => {
    const price = parseElement(`<p>${variation.price_html}</p>`);
    for (const area of price?.hasChildNodes() ? areas : []) {
      area.replaceChildren(...document.importNode(price as Element, true).childNodes);
    }
    const facts = {
      brand: variation._cr_brand,
      gtin: variation._cr_gtin,
      mpn: variation._cr_mpn,
      barcode: variation.barcode_value,
    };
    for (const box of identities) writeIdentity(box, facts, variation.barcode_img);
    setQuantity({ value: variation.input_value, step: variation.step || "1", max: variation.max });
    const state = form.querySelector<HTMLTemplateElement>(`[data-stock-is=${variation.is_in_stock}]`);
    if (state) stock?.replaceChildren(state.content.cloneNode(true));
    void gallery.show(variation);
    fire("found_variation");
    fire("show_variation");
  };

  const update = () => {
    const choice = read();
    for (const option of options) {
      const { exists, inStock } = prospect(variations, choice, nameOf(option), option.value);
      option.disabled = !exists;
      option.toggleAttribute("data-out", !inStock);
    }
    for (const place of form.querySelectorAll<HTMLElement>("[data-chosen]")) {
      place.textContent = choice[place.dataset.chosen ?? ""] ?? "";
    }

    const found = findVariation(variations, choice);
    const ready = found?.is_in_stock ?? false;
    const { choose = "", unavailable = "" } = form.dataset;
    (form.elements.namedItem("variation_id") as HTMLInputElement).value = found?.variation_id ?? "0";
    // That something must be chosen, the button says.
    if (hint) hint.textContent = !ready && isWhole(choice) ? unavailable : "";
    for (const button of buttons) {
      button.disabled = !ready;
      button.classList.remove("added");
      const label = button.querySelector(".btn__label");
      if (label) label.textContent = ready ? add : choose;
    }
    if (found === shown) return;
    shown = found;
    for (const restore of atRest) restore();
    if (found) {
      show(found);
    } else {
      setQuantity({});
      gallery.restore();
      fire("reset_data");
      fire("hide_variation");
    }
  };

  form.addEventListener("change", update);
  // The fields are empty only after everybody has heard of it.
  form.addEventListener("reset", () => setTimeout(update));
  update();
}
