// Where everything lies on the felt: a pure function of the places, the size of the stage and the seat at the bottom.
// It knows nothing of the page: points are in CSS pixels from the stage's top left corner, a card's point is its centre.
//
// Seats sit on a rounded rectangle at equal distances along it, so that two to sixteen of them have the same room.
// The places that belong to nobody (stock, dog, a shown trump) are put where they cover least.

export const RATIO = 1.4; // a card is this much higher than wide
const TOUCH = 44; // what a finger needs of a card
const LEAST = 50; // how wide a card of the trick is on a phone, at least
const TALL = 3.05; // so many widths of a card a trick is high
const STACK = 3; // cards of a pile that are drawn: the rest lies exactly below

// width, height: of the stage; bottom: the seat there; open: all hands are; hand: the bottom one is played from;
// held: cards in it; most: cards of the largest open hand of another seat; columns: how many cards of a hand lie beside
// each other, 0 if it is no grid
export function frame({ width, height, players, bottom, open, hand, held, most, columns }) {
  const narrow = width < 640; // a phone held upright
  const flat = !narrow && height < 430; // one held on its side, or a page much enlarged
  const scale = Math.max(0.62, Math.min(1.25, Math.min(width / 1000, height / 640) * 1.08));
  const crowd = players > 6 ? 6 / players + 0.18 : 1;
  const wide = (flatWidth, narrowWidth, least, usual) =>
    flat ? flatWidth : narrow ? narrowWidth : Math.max(least, usual * scale);
  let trickWidth = Math.round(wide(52, 54, 58, 84) * Math.min(1, crowd + 0.12));
  const otherWidth = Math.round(
    (open ? wide(36, 36, 42, 62) : wide(30, 36, 42, 56)) * (players > 6 ? 0.8 : 1),
  );
  const ownWidth = Math.round(hand && !columns ? wide(62, 64, 68, 104) : wide(46, 46, 54, 80));
  const own = columns
    ? grid(held, columns, ownWidth, width - 16, 1.06)
    : rows(held, ownWidth, Math.min(width - (narrow ? 16 : 48), 1040), narrow || !hand, hand);
  const ownHeight = ownWidth * RATIO + (own.rows - 1) * own.down;
  const plate = flat ? 30 : narrow ? 40 : 46;
  const zone = ownHeight + plate + (flat ? 18 : !hand ? 18 : narrow ? 26 : 36);
  const feltHeight = height - zone;
  const blockWidth =
    Math.min(flat ? 216 : narrow ? 108 : (open ? 232 : 190) * scale, width / (players > 8 ? 4.4 : 3.3)) *
    (players > 6 ? 0.85 : 1);
  const other = columns
    ? grid(most, columns, otherWidth, blockWidth, 0.6)
    : rows(most, otherWidth, blockWidth, true, false); // the longest open hand of the others
  if (!columns) other.down = Math.min(other.down, narrow ? 20 : 24);
  const block = {
    width: blockWidth,
    height: otherWidth * RATIO + (other.rows - 1) * other.down + plate * (narrow ? 1.25 : 1),
  };
  // On a narrow screen the others sit in the upper part and the trick lies below them; on a wide one in their middle.
  const above = narrow && players <= 4 && feltHeight > block.height * 2.6;
  const ring = above ? block.height * (players === 4 ? 2.5 : 1.3) + 12 : feltHeight;
  let top = above
    ? ring - (players === 4 ? block.height * 0.28 : 0)
    : players === 3
      ? 14
      : block.height + 14;
  if (above) {
    trickWidth = Math.round(Math.max(LEAST, Math.min(76, (feltHeight - top) / TALL)));
    // too little room below them: the trick moves up, between the two at the sides
    top = Math.max(Math.min(top, block.height + 14), Math.min(top, feltHeight - trickWidth * TALL));
  }
  return {
    width,
    height,
    players,
    bottom,
    open,
    hand,
    narrow,
    flat,
    columns,
    trickWidth,
    otherWidth,
    ownWidth,
    own,
    ownHeight,
    plate,
    zone,
    feltHeight,
    block,
    ring,
    top,
    centre: { x: width / 2, y: (top + feltHeight - 4) / 2 },
  };
}

// Cards in so many columns, the rows so many heights of a card below each other.
function grid(count, columns, width, room, high) {
  const each = Math.min(columns, Math.max(1, count));
  const apart = Math.min(width * 1.08, (room - width) / Math.max(1, each - 1));
  return { rows: Math.ceil(count / each), each, apart, down: width * RATIO * high };
}

// How many cards go in a row, how far apart, in how many rows.
function rows(count, width, room, touch, fan) {
  const most = width * (fan ? 0.9 : 0.62);
  if (count < 2) return { rows: 1, each: Math.max(1, count), apart: most, down: 0 };
  const single = (room - width) / (count - 1);
  const least = touch ? (fan ? TOUCH : 20) : 24;
  if (single >= least) return { rows: 1, each: count, apart: Math.min(most, single), down: 0 };
  const fits = Math.max(2, Math.floor((room - width) / least) + 1);
  const number = Math.min(3, Math.ceil(count / fits));
  const each = Math.ceil(count / number);
  return {
    rows: number,
    each,
    apart: Math.min(most, (room - width) / Math.max(1, each - 1)),
    down: Math.max(fan ? TOUCH : 24, width * 0.5),
  };
}

// The point of every seat, and the direction in which its cards go to the middle.
export function seatPoints(f) {
  const rx = f.width / 2 - f.block.width / 2 - (f.narrow ? 4 : 18);
  const ry = f.ring / 2 - f.block.height / 2 - (f.narrow ? 6 : 12);
  const centre = { x: f.width / 2, y: f.ring / 2 };
  const outline = [];
  const power = 2 / 3.2;
  for (let i = 0; i <= 720; i++) {
    const angle = Math.PI / 2 + (i / 720) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    outline.push({
      x: centre.x + Math.sign(c) * Math.abs(c) ** power * rx,
      y: centre.y + Math.sign(s) * Math.abs(s) ** power * ry,
    });
  }
  const lengths = [0];
  for (let i = 1; i < outline.length; i++) {
    lengths.push(
      lengths[i - 1] + Math.hypot(outline[i].x - outline[i - 1].x, outline[i].y - outline[i - 1].y),
    );
  }
  const total = lengths[lengths.length - 1];
  const points = [];
  for (let seat = 0; seat < f.players; seat++) {
    const turn = (seat - f.bottom + f.players) % f.players;
    const far = along(turn / f.players, f.players) * total;
    const found = lengths.findIndex((length) => length >= far - 1e-6);
    const point = turn === 0 ? { x: centre.x, y: f.feltHeight + f.zone / 2 } : outline[found];
    const angle = Math.PI / 2 + (turn / f.players) * 2 * Math.PI;
    // two others on a phone sit in the corners, so that the trick has the room between them
    const x = f.narrow && f.players === 3 && turn ? centre.x + (turn === 1 ? -rx : rx) : point.x;
    points.push({ seat, turn, x, y: point.y, angle });
  }
  return points;
}

// The bottom of the outline belongs to one's own hand: with many players the others move up a little.
function along(share, players) {
  if (players <= 4) return share;
  const free = (players > 8 ? 1.5 : 0.6) / players;
  const first = 1 / players + free / 2;
  return first + ((share - 1 / players) / (1 - 2 / players)) * (1 - 2 * first);
}

// Cards of a fan whose middle is at (x, y): slightly turned, the outer ones lower.
function fan(count, { x, y, width, room, most, curve }) {
  const apart = count > 1 ? Math.min(most, (room - width) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, i) => {
    const off = i - (count - 1) / 2;
    const turn = curve * off;
    return { x: x + off * apart, y: y + Math.abs(off) ** 2 * curve * 0.16 * (apart / 10), turn, width };
  });
}

// The hand of another seat: backs in a fan, open cards in rows that can be read.
export function otherHand(f, point, count, faceUp) {
  const width = f.otherWidth;
  const room = f.block.width;
  const top = point.y - f.block.height / 2 + (width * RATIO) / 2;
  if (!faceUp && !f.columns) {
    const curve = Math.min(5, 26 / Math.max(1, count));
    return fan(count, {
      x: point.x,
      y: top + 4,
      width,
      room: Math.min(room, width * 2.6),
      most: width * 0.3,
      curve,
    });
  }
  const single = f.columns ? grid(count, f.columns, width, room, 0.6) : rows(count, width, room, true, false);
  const down = f.columns ? single.down : Math.min(single.down, f.narrow ? 20 : 24);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / single.each);
    const inRow = Math.min(single.each, count - row * single.each);
    const off = (i % single.each) - (inRow - 1) / 2;
    return { x: point.x + off * single.apart, y: top + row * down, turn: 0, width };
  });
}

// One's own hand: a wide fan, or two or three rows of it on a narrow screen.
export function ownHand(f, count) {
  const { own, ownWidth: width } = f;
  const bottom = f.height - 10 - (width * RATIO) / 2;
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / own.each);
    const inRow = Math.min(own.each, count - row * own.each);
    const off = (i % own.each) - (inRow - 1) / 2;
    const single = own.rows === 1 && !f.columns;
    const turn = single && f.hand ? off * Math.min(2, 10 / Math.max(4, count)) : 0;
    return {
      x: f.width / 2 + off * own.apart,
      y:
        bottom -
        (own.rows - 1 - row) * own.down +
        (single && f.hand ? Math.min(18, off * off * 0.8 * Math.min(1, 8 / count)) - 6 : 0),
      turn,
      width,
    };
  });
}

// A card of the trick lies towards the player who played it.
export function trickSpot(f, angle, players) {
  const w = f.trickWidth;
  const wide = Math.max(w * 0.92, (players * w * 0.62) / Math.PI);
  const high = Math.max(w * (players === 2 ? 0.42 : 0.74), (players * w * 0.62) / Math.PI);
  const roomX = f.width / 2 - f.block.width - w * 0.55;
  const roomY = (f.feltHeight - f.top) / 2 - w * 0.72;
  return {
    x:
      f.centre.x +
      Math.cos(angle) * (players === 2 ? w * 0.2 : Math.max(w * 0.5, Math.min(wide, roomX))) +
      (players === 2 ? Math.sin(angle) * w * 0.55 : 0),
    y: f.centre.y + Math.sin(angle) * Math.max(w * 0.42, Math.min(high, roomY)),
    turn: Math.round(Math.cos(angle) * 5),
    width: w,
  };
}

// Cards in a row that belong to nobody, or lie open beside a seat.
export function row(count, x, y, width, room, apart = 0.55) {
  return fan(count, { x, y, width, room: Math.max(width, room), most: width * apart, curve: 0 });
}

// A pile: its top cards, a hair apart.
export function pile(count, x, y, width, turn = 0) {
  return Array.from({ length: Math.min(count, STACK) }, (_, i) => ({
    x: x + i * 1.5,
    y: y - i * 1.5,
    turn,
    width,
  }));
}

// Where the tricks a seat has won lie: beside it, towards the middle; one's own at the right.
export function pileSpot(f, point, nth) {
  const width = besideWidth(f);
  if (point.turn === 0)
    return { x: f.width - width * (1.2 + 1.5 * nth) - 10, y: f.feltHeight + f.plate / 2, width };
  const top = Math.abs(f.width / 2 - point.x) < f.block.width / 2;
  const side = top || point.x <= f.width / 2 ? 1 : -1;
  const out = (f.narrow ? f.otherWidth * 0.9 : f.block.width / 2) + width * (0.9 + nth * 1.5);
  return { x: point.x + side * out, y: point.y - f.block.height / 2 + width * 0.8, width };
}

// How wide the cards beside a seat are.
export const besideWidth = (f) => Math.round(f.otherWidth * (f.narrow ? 0.5 : 0.62));

// --- places of the table -----------------------------------------------------------------------------

function overlap(a, b) {
  const w = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const h = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return w > 0 && h > 0 ? w * h : 0;
}

// Where a box of that size covers least, near the point it would like best.
export function freeSpot(f, size, taken, near) {
  let best = null;
  const [columns, lines] = [24, 16];
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j <= lines; j++) {
      const box = {
        x: size.w / 2 + 6 + (i / columns) * (f.width - size.w - 12),
        y: size.h / 2 + 6 + (j / lines) * (f.feltHeight - size.h - 8),
        w: size.w,
        h: size.h,
      };
      const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      const cost = covered * 4 + Math.hypot(box.x - near.x, box.y - near.y) * 6;
      if (!best || cost < best.cost) best = { ...box, cost };
    }
  }
  return best;
}

export function seatBoxes(f, points) {
  return points
    .filter((p) => p.turn !== 0)
    .map((p) => ({ x: p.x, y: p.y, w: f.block.width * 1.1 + 8, h: f.block.height + 40 }));
}

export function pileBoxes(f, points) {
  return points
    .filter((p) => p.turn !== 0)
    .map((p) => {
      const { x, y, width } = pileSpot(f, p, 0);
      return { x, y, w: width * RATIO + 8, h: width + 8 };
    });
}

export function trickBox(f) {
  const spots = Array.from({ length: f.players }, (_, i) =>
    trickSpot(f, Math.PI / 2 + (i / f.players) * 2 * Math.PI, f.players),
  );
  const w = 2 * Math.max(...spots.map((s) => Math.abs(s.x - f.centre.x))) + f.trickWidth;
  const h = 2 * Math.max(...spots.map((s) => Math.abs(s.y - f.centre.y))) + f.trickWidth * RATIO;
  return { x: f.centre.x, y: f.centre.y, w, h };
}
