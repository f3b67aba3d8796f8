// Numbers as people read them.

export const figure = (value, digits = 1) =>
  value === null
    ? "–"
    : (Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(digits)).replace("-", "−");

export const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
