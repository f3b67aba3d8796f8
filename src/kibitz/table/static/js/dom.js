// Elements from plain calls, and patching: a view builds what it wants to see, `patch` changes the page as little as
// possible. What stays keeps its focus, its scroll position and its running animation.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "path", "g", "circle", "text"]);

// h("button", {class: "quiet", onclick: fn, style: {"--w": "3px"}, key: "a"}, "text", [children], null)
export function h(tag, attributes = null, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "key") element.kzKey = String(value);
    else if (name === "style")
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name === "value" || name === "checked") {
      element[name] = value;
      (element.kzProps ??= {})[name] = value;
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

// Only what can be put into the page: lists are flattened, nothing is left out silently but null and false.
function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

// One listener for each kind of event, which looks up today's function: so that patching can exchange it.
function listen(element, type, fn) {
  if (!element.kzOn) element.kzOn = {};
  if (!(type in element.kzOn)) element.addEventListener(type, called);
  element.kzOn[type] = fn;
}

function called(event) {
  return event.currentTarget.kzOn?.[event.type]?.call(event.currentTarget, event);
}

// Make the children of `parent` what `wanted` (a list, or one element) says.
export function patch(parent, ...wanted) {
  const list = nodes(wanted).map((node) =>
    node instanceof Node ? node : document.createTextNode(String(node)),
  );
  const keyed = new Map();
  const loose = [];
  for (const child of parent.childNodes) {
    if (child.kzKey !== undefined) keyed.set(child.kzKey, child);
    else loose.push(child);
  }
  const found = list.map((node) => {
    let match = null;
    if (node.kzKey !== undefined) {
      match = keyed.get(node.kzKey) ?? null;
      keyed.delete(node.kzKey);
    } else {
      const index = loose.findIndex((child) => child.nodeName === node.nodeName && child.id === node.id);
      if (index >= 0) [match] = loose.splice(index, 1);
    }
    return match?.nodeName === node.nodeName ? match : null;
  });
  // What goes, goes first: an element that has to be moved loses its focus, so as few as possible should be.
  const kept = new Set(found);
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  let place = parent.firstChild;
  list.forEach((node, index) => {
    const match = found[index];
    if (match) morph(match, node);
    const now = match ?? node;
    if (now === place) place = place.nextSibling;
    else parent.insertBefore(now, place);
  });
}

function morph(old, wanted) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== wanted.style.cssText) old.style.cssText = wanted.style.cssText;
  for (const [type, fn] of Object.entries(wanted.kzOn ?? {})) listen(old, type, fn);
  for (const type of Object.keys(old.kzOn ?? {})) if (!(type in (wanted.kzOn ?? {}))) old.kzOn[type] = null;
  for (const [name, value] of Object.entries(wanted.kzProps ?? {})) {
    if (old[name] !== value && document.activeElement !== old) old[name] = value;
  }
  patch(old, [...wanted.childNodes]);
}

export const $ = (id) => document.getElementById(id);

// A sentence of the server: what it quotes `like this` is set as code.
export const sentence = (text) =>
  text.split("`").map((part, index) => (index % 2 ? h("code", null, part) : part));
