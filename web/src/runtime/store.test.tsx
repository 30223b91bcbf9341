// @vitest-environment happy-dom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { createStore } from "./store";
import { useStore } from "./use-store";

const store = createStore("first");
const Shown = () => <p>{useStore(store)}</p>;

test("islands hydrate with the store's first value and then follow it", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error");
  document.body.innerHTML = renderToString(<Shown />);
  store.set("before hydration");
  await act(async () => hydrateRoot(document.body, <Shown />));
  expect(document.body.textContent).toBe("before hydration");
  await act(async () => store.set("after"));
  expect(document.body.textContent).toBe("after");
  expect(console.error).not.toHaveBeenCalled();
});
