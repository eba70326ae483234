// A question before something is given up.

import { button, el } from "./dom.js";

export function ask({ title, text, yes, no }, onYes) {
  const close = () => dialog.close();
  const agree = () => {
    dialog.close();
    onYes();
  };
  const dialog = el(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    el("h2", { id: "dialog-title" }, title),
    el("p", {}, text),
    el(
      "div",
      { class: "actions" },
      button({ class: "primary", onclick: close }, no),
      button({ class: "plain", onclick: agree }, yes),
    ),
  );
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
