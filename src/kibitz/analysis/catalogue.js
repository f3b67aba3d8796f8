// A table that is sorted by a click on a heading: the greatest first, then the least; names from A.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const first = column === 0 ? "ascending" : "descending";
      const other = column === 0 ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      const sign = order === "ascending" ? 1 : -1;
      const worth = (row) => row.cells[column].dataset.v;
      const rows = [...body.rows].sort((a, b) => {
        const [one, two] = [worth(a), worth(b)];
        if (one === undefined || two === undefined) return (one === undefined) - (two === undefined);
        return sign * (column === 0 ? one.localeCompare(two) : one - two);
      });
      body.append(...rows);
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
    });
  });
}
