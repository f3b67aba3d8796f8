// What lies where at one moment: every card and back with its point, the name plates, the labels of places that belong
// to nobody. Made from the moment alone; the board draws it, `motion` moves from one scene to the next.

import {
  besideWidth,
  frame,
  freeSpot,
  otherHand,
  ownHand,
  pile,
  pileBoxes,
  pileSpot,
  RATIO,
  row,
  seatBoxes,
  seatPoints,
  trickBox,
  trickSpot,
} from "./layout.js";

const SPREAD = 12; // open cards of a place that are laid side by side; more make a pile

// places: from the moment; stage: {width, height}; who: {bottom, hand}; spots: remembered points of places, by name
export function scene({ game, moment, stage, bottom, hand, open, spots }) {
  const families = sort(game, moment, bottom);
  const columns = game.columns ?? 0;
  const held = families.hands.filter((p) => p.who === bottom).reduce((sum, p) => sum + size(p.there), 0);
  const f = frame({
    ...stage,
    players: game.seats.length,
    bottom,
    open,
    hand,
    held,
    columns,
    most: most(families, bottom, game.seats.length, columns > 0),
  });
  const points = seatPoints(f);
  const made = { frame: f, points, cards: [], labels: [], plates: [] };
  const used = new Set();
  const add = (number, spot, more) => {
    let key = number === null ? `${more.place}:${more.index}` : `c${number}`;
    if (used.has(key)) key += `@${more.place}`; // a remembered card lies in two places
    used.add(key);
    made.cards.push({ key, card: number, ...spot, ...more });
  };

  for (const point of points) {
    const own = point.turn === 0;
    const places = families.hands.filter((p) => p.who === point.seat);
    const cards = places.flatMap((p) => list(p.there).map((card) => ({ card, place: p.key })));
    const faceUp = cards.some(({ card }) => card !== null);
    const spotsOf = own ? ownHand(f, cards.length) : otherHand(f, point, cards.length, faceUp);
    cards.forEach(({ card, place }, index) =>
      add(card, spotsOf[index], {
        place,
        index,
        zone: "hand",
        seat: point.seat,
        own,
        z: (own ? 200 : 20) + index,
      }),
    );
    made.plates.push(plate(f, point, spotsOf));
    beside(f, point, families, add);
  }
  trick(f, points, families, moment, add);
  common(f, points, families, made, add, spots);
  return made;
}

// Cards of the largest open hand but one's own, or of the largest at all: how much room a seat needs.
function most(families, bottom, players, all) {
  const counts = Array.from({ length: players }, (_, seat) =>
    families.hands
      .filter((p) => p.who === seat && seat !== bottom && (all || typeof p.there !== "number"))
      .reduce((sum, p) => sum + size(p.there), 0),
  );
  return Math.max(0, ...counts);
}

const size = (there) => (typeof there === "number" ? there : there.length);
const list = (there) => (typeof there === "number" ? Array.from({ length: there }, () => null) : there);

// The places that hold cards now, by what they are for.
function sort(game, moment, bottom) {
  const families = { hands: [], tricks: [], near: [], common: [] };
  families.played = game.places.some((place) => place.role === "trick");
  families.inMiddle = game.places.some((place) => ["trick", "centre"].includes(place.role));
  families.piles = game.places.some((place) => place.role === "pile" && place.owner !== "game");
  for (const place of game.places) {
    const there = moment.places[place.key];
    if (there === undefined || size(there) === 0 || place.role === "unshown") continue;
    const one = { ...place, there };
    if (place.role === "trick") families.tricks.push(one);
    else if (place.role === "hand" && place.owner === "player") families.hands.push(one);
    else if (place.owner === "player") families.near.push(one);
    else if (place.owner === "team")
      families.near.push({ ...one, who: keeper(moment.teams?.[place.who]?.seats ?? [place.who], bottom) });
    else families.common.push(one);
  }
  families.hands.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)); // numbered places beside each other
  return families;
}

// Who keeps what belongs to a team: whoever sits below, if they are in it.
const keeper = (seats, bottom) => (seats.includes(bottom) ? bottom : seats[0]);

// A plate covers the lower edge of the hand it belongs to.
function plate(f, point, hand) {
  const low = Math.max(
    point.y - f.block.height / 2 + (f.otherWidth * RATIO) / 2,
    ...hand.map((spot) => spot.y),
  );
  if (point.turn === 0)
    return { seat: point.seat, own: true, x: f.width / 2, y: f.feltHeight + f.plate / 2 - 2, width: f.width };
  return {
    seat: point.seat,
    own: false,
    x: point.x,
    y: low + (f.otherWidth * RATIO) / 2 - 10,
    width: f.block.width * (f.narrow ? 1.06 : 1.2),
  };
}

// What lies beside a seat: tricks won as a small pile, shown cards in a short row.
function beside(f, point, families, add) {
  const own = point.turn === 0;
  const near = families.near.filter((p) => p.who === point.seat);
  const small = besideWidth(f);
  let piles = 0;
  let lines = 0;
  for (const place of near) {
    const cards = list(place.there);
    if (place.role === "pile" || cards.length > SPREAD || cards[0] === null) {
      const { x, y, width } = pileSpot(f, point, piles);
      const shown = cards.slice(-3);
      pile(cards.length, x, y, width, 90).forEach((spot, index) =>
        add(shown[index], spot, { place: place.key, index, zone: "pile", seat: point.seat, z: 5 + index }),
      );
      piles += 1;
    } else {
      const y = own
        ? f.feltHeight - small * RATIO * (0.6 + lines)
        : point.y + f.block.height / 2 + small * RATIO * (0.6 + lines);
      row(cards.length, point.x, y, small, f.block.width).forEach((spot, index) =>
        add(cards[index], spot, { place: place.key, index, zone: "shown", seat: point.seat, z: 60 + index }),
      );
      lines += 1;
    }
  }
}

// The cards of the trick, each towards its player; cards that nobody is named for in a row.
function trick(f, points, families, moment, add) {
  const order = moment.trick?.cards ?? [];
  const inTrick = new Map(order.map((played, index) => [played.card, { ...played, index }]));
  const loose = [];
  for (const place of families.tricks) {
    for (const card of list(place.there)) {
      const played = inTrick.get(card);
      const seat = played?.seat ?? (place.owner === "player" ? place.who : null);
      if (seat === null || (order.length > 0 && !played && place.owner !== "player"))
        loose.push({ card, place });
      else {
        const point = points[seat];
        const several = list(place.there).length;
        const nth = place.owner === "player" ? list(place.there).indexOf(card) : 0;
        const spot = trickSpot(f, point.angle, f.players);
        if (place.owner === "player" && several > 1)
          spot.x += (nth - (several - 1) / 2) * f.trickWidth * 0.35;
        add(card, spot, {
          place: place.key,
          index: nth,
          zone: "trick",
          seat,
          z: 80 + (played?.index ?? nth),
          above: Math.sin(point.angle) < -0.3,
          led: moment.trick?.led === seat && played?.index === 0,
          winning: moment.trick?.winning === seat && Boolean(played),
        });
      }
    }
  }
  row(loose.length, f.centre.x, f.centre.y, f.trickWidth, f.trickWidth * 5).forEach((spot, index) =>
    add(loose[index].card, spot, {
      place: loose[index].place.key,
      index,
      zone: "trick",
      seat: null,
      z: 80 + index,
    }),
  );
}

// Stock, dog, trump card, boxes: one group for each name, where it covers least; it stays where it once was.
function common(f, points, families, made, add, spots) {
  const groups = new Map();
  for (const place of families.common) {
    if (!groups.has(place.name)) groups.set(place.name, []);
    groups.get(place.name).push(place);
  }
  const stamp = `${f.width}x${f.height}x${f.open}x${Math.round(f.zone)}`;
  if (spots.stamp !== stamp) {
    spots.stamp = stamp;
    spots.points = new Map();
  }
  const choices = { x: f.width / 2, y: f.feltHeight - 38, w: Math.min(f.width * 0.8, 520), h: 84 }; // where options will be
  const piles = families.piles ? pileBoxes(f, points) : [];
  const inTheMiddle = families.played ? [trickBox(f)] : []; // else the cards of the table may lie there
  const taken = [...seatBoxes(f, points), ...inTheMiddle, choices, ...piles, ...spots.points.values()];
  for (const [name, places] of groups) {
    const stacked = (p) =>
      p.role === "stock" || p.role === "pile" || list(p.there)[0] === null || size(p.there) > SPREAD;
    const width = Math.round(
      f.trickWidth * (places.some((p) => p.role === "centre") ? 0.82 : f.narrow ? 0.62 : 0.72),
    );
    const alone = !families.played && places[0].role === "centre";
    const most = Math.max(...places.map((p) => (stacked(p) ? 1 : size(p.there))));
    const apart = alone ? Math.max(0.55, Math.min(1.06, (f.width * 0.7) / width / most)) : 0.55;
    const wide = (p) => (stacked(p) ? width : width * (1 + apart * (Math.min(size(p.there), SPREAD) - 1)));
    const whole = places.reduce((sum, p) => sum + wide(p) + 10, -10);
    const box = { w: Math.min(f.width - 20, Math.max(whole, 54)) + 8, h: width * RATIO + 26 };
    // what is thrown away lies beside the stock, but for where there are tricks
    const middle = ["centre", "stock"].includes(places[0].role) || (places[0].role === "pile" && !families.played);
    const height = f.narrow ? f.feltHeight * 0.44 : f.centre.y;
    const side = families.inMiddle ? 0 : { stock: -0.6, pile: 0.6 }[places[0].role]; // of the middle, if nothing else lies there
    const preferred = alone
      ? { x: f.width / 2, y: height }
      : side
        ? { x: f.width / 2 + side * f.trickWidth, y: height }
        : f.narrow
          ? { x: middle ? 46 : f.width - 46, y: 50 }
          : middle
            ? { x: f.centre.x - f.trickWidth * 2.6, y: f.centre.y - f.trickWidth * 1.2 }
            : { x: f.width - 60, y: f.feltHeight * 0.2 };
    let at = spots.points.get(name);
    if (!at || at.w < box.w - (alone ? 0 : 40)) {
      if (at) taken.splice(taken.indexOf(at), 1); // where it was is free for it
      at = freeSpot(f, box, taken, preferred);
      spots.points.set(name, at);
      taken.push(at);
    }
    let x = at.x - whole / 2;
    for (const place of places) {
      const cards = list(place.there);
      const middle = { x: x + wide(place) / 2, y: at.y - 9 };
      const spread = stacked(place)
        ? pile(cards.length, middle.x, middle.y, width)
        : row(cards.length, middle.x, middle.y, width, f.width - 24, apart);
      // nobody looks into a stock, not even where all cards are open
      const shown =
        place.role === "stock" && place.sight !== "vloc"
          ? spread.map(() => null)
          : stacked(place)
            ? cards.slice(-spread.length)
            : cards;
      spread.forEach((spot, index) =>
        add(shown[index], spot, { place: place.key, index, zone: place.role, seat: null, z: 10 + index }),
      );
      x += wide(place) + 10;
    }
    const count = places.reduce((sum, p) => sum + size(p.there), 0);
    const half = 3.4 * (name.length + (count === 1 ? 0 : 1 + String(count).length)) + 8; // about, and not beyond the felt
    const middleOf = Math.min(Math.max(at.x, half), f.width - half);
    made.labels.push({ name, count, single: count === 1, x: middleOf, y: at.y - 9 + (width * RATIO) / 2 + 4 });
  }
}
