// One drawing becomes the next: what is in both stays where it is and changes softly, what is new
// appears, what is gone fades in its place.

const GONE = 450;

const keyOf = (node) =>
  [node.dataset.world, node.dataset.agent, node.dataset.pair, node.dataset.at].join("\n");

/** Show an SVG text in a box that shows another one already; the element that is shown. */
export function morph(box, drawn, text) {
  const fresh = document.importNode(
    new DOMParser().parseFromString(text, "image/svg+xml").documentElement,
    true,
  );
  if (!drawn || drawn.parentNode !== box) {
    box.replaceChildren(fresh);
    return fresh;
  }
  drawn.setAttribute("viewBox", fresh.getAttribute("viewBox"));
  for (const group of ["kz-lines", "kz-worlds", "kz-dots"]) {
    mix(drawn.querySelector(`.${group}`), fresh.querySelector(`.${group}`));
  }
  return drawn;
}

function mix(old, fresh) {
  const left = new Map(
    [...old.children].filter((node) => !node.classList.contains("kz-go")).map((node) => [keyOf(node), node]),
  );
  for (const node of [...fresh.children]) {
    const same = left.get(keyOf(node));
    if (same) {
      left.delete(keyOf(node));
      change(same, node);
    } else {
      node.classList.add("kz-come");
      old.append(node);
    }
  }
  for (const node of left.values()) {
    node.classList.add("kz-go");
    setTimeout(() => node.remove(), GONE);
  }
}

function change(node, wanted) {
  const off = node.classList.contains("kz-off");
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  if (off) node.classList.add("kz-off");
  const [rect] = node.getElementsByTagName("rect");
  const [other] = wanted.getElementsByTagName("rect");
  if (rect && other) {
    change(rect, other);
    node.replaceChildren(rect, ...[...wanted.childNodes].filter((child) => child !== other));
  }
}
